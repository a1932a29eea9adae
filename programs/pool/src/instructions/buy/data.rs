//! `buy`: exact input, minimum output.

use crate::{
    errors::PoolError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea];

/// Swaps exactly so many lamports for tokens.
pub struct BuyData {
    /// All fees in.
    pub lamports: u64,
    /// Base units.
    pub min_tokens: u64,
}

impl TryFrom<&[u8]> for BuyData {
    type Error = PoolError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, PoolError> {
        let (lamports, data) = take_u64(data)?;
        let (min_tokens, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { lamports, min_tokens })
    }
}
