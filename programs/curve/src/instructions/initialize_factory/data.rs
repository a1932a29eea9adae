//! `initialize_factory`: who co-signs.

use pinocchio::Address;

use crate::{
    errors::CurveError,
    instructions::{end, take_address},
};

pub const DISCRIMINATOR: [u8; 8] = [0xb3, 0x40, 0x4b, 0xfa, 0x27, 0xfe, 0xf0, 0xb2];

/// Everything else starts with the product's defaults.
pub struct InitializeFactoryData {
    pub admin: Address,
}

impl TryFrom<&[u8]> for InitializeFactoryData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (admin, data) = take_address(data)?;
        end(data)?;
        Ok(Self { admin })
    }
}
