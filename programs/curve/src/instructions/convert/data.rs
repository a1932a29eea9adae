//! `convert`: old tokens for new ones.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x7a, 0x50, 0xd4, 0xd0, 0x5c, 0xc8, 0x22, 0xa1];

/// At the rate that migration has set.
pub struct ConvertData {
    /// Old base units.
    pub tokens: u64,
}

impl TryFrom<&[u8]> for ConvertData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (tokens, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { tokens })
    }
}
