//! `update_coefficient`: how steep later curves are.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0xc4, 0x23, 0xbd, 0x3f, 0xd3, 0xc9, 0x09, 0x92];

/// Tokens that exist keep theirs.
pub struct UpdateCoefficientData {
    /// `C` of tokens created from now on.
    pub bonding_curve_coeff: u64,
}

impl TryFrom<&[u8]> for UpdateCoefficientData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (bonding_curve_coeff, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { bonding_curve_coeff })
    }
}
