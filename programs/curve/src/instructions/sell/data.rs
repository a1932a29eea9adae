//! `sell`: exact tokens in, at least so many lamports out.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad];

/// All of `tokens` or nothing.
pub struct SellData {
    /// Base units.
    pub tokens: u64,
    /// Least payout after fees.
    pub min_lamports: u64,
    /// Bit 0 referral, bit 1 affiliate (with bit 0), bit 2 discount. Not 0 only with the admin's signature.
    pub flags: u8,
}

impl TryFrom<&[u8]> for SellData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (tokens, data) = take_u64(data)?;
        let (min_lamports, data) = take_u64(data)?;
        let (flags, data) = data.split_first().ok_or(CurveError::InvalidData)?;
        end(data)?;
        Ok(Self { tokens, min_lamports, flags: *flags })
    }
}
