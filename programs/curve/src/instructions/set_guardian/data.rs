//! `set_guardian`: who may pause and stop in an emergency.

use pinocchio::Address;

use crate::{
    errors::CurveError,
    instructions::{end, take_address},
};

pub const DISCRIMINATOR: [u8; 8] = [0x93, 0xf3, 0x32, 0x79, 0x9a, 0xa4, 0x32, 0x1e];

/// Nobody has to accept: the office can neither take nor give.
pub struct SetGuardianData {
    /// All zero for nobody.
    pub guardian: Address,
}

impl TryFrom<&[u8]> for SetGuardianData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (guardian, data) = take_address(data)?;
        end(data)?;
        Ok(Self { guardian })
    }
}
