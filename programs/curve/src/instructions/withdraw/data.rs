//! `withdraw`: out of the vault.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0xb7, 0x12, 0x46, 0x9c, 0x94, 0x6d, 0xa1, 0x22];

/// To the withdraw receiver, within the allowance.
pub struct WithdrawData {
    pub lamports: u64,
}

impl TryFrom<&[u8]> for WithdrawData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (lamports, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { lamports })
    }
}
