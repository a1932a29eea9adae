//! `buy`: an order that serves fixed SOL, fixed tokens, and slippage between.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea];

/// Fills `tokens` if that costs at most `max_lamports` (all fees in), else as many as `max_lamports` pays for, at
/// least `min_tokens`.
pub struct BuyData {
    /// Base units.
    pub tokens: u64,
    pub max_lamports: u64,
    /// Base units.
    pub min_tokens: u64,
    /// Bit 0 referral, bit 1 affiliate (with bit 0), bit 2 discount.
    pub flags: u8,
}

impl TryFrom<&[u8]> for BuyData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (tokens, data) = take_u64(data)?;
        let (max_lamports, data) = take_u64(data)?;
        let (min_tokens, data) = take_u64(data)?;
        let (flags, data) = data.split_first().ok_or(CurveError::InvalidData)?;
        end(data)?;
        Ok(Self { tokens, max_lamports, min_tokens, flags: *flags })
    }
}
