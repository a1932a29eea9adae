//! `grant_allowance`: what the admin may withdraw.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x2d, 0x53, 0x7e, 0xd9, 0xe5, 0x02, 0xfc, 0x62];

/// Counts at once, with what was withdrawn lately.
pub struct GrantAllowanceData {
    /// Lamports per 86,400 seconds; 0 takes it back.
    pub allowance: u64,
}

impl TryFrom<&[u8]> for GrantAllowanceData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (allowance, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { allowance })
    }
}
