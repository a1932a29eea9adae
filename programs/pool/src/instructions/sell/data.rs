//! `sell`: exact input, minimum output.

use crate::{
    errors::PoolError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad];

/// Swaps exactly so many tokens for lamports.
pub struct SellData {
    /// Base units.
    pub tokens: u64,
    /// After all fees.
    pub min_lamports: u64,
}

impl TryFrom<&[u8]> for SellData {
    type Error = PoolError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, PoolError> {
        let (tokens, data) = take_u64(data)?;
        let (min_lamports, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { tokens, min_lamports })
    }
}
