//! `initialize_factory`: who holds the two offices.

use pinocchio::Address;

use crate::{errors::CurveError, instructions::end};

pub const DISCRIMINATOR: [u8; 8] = [0xb3, 0x40, 0x4b, 0xfa, 0x27, 0xfe, 0xf0, 0xb2];

/// Everything else starts with the product's defaults.
pub struct InitializeFactoryData {
    pub admin: Address,
    pub super_admin: Address,
}

impl TryFrom<&[u8]> for InitializeFactoryData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (admin, data) = data.split_first_chunk::<32>().ok_or(CurveError::InvalidData)?;
        let (super_admin, data) = data.split_first_chunk::<32>().ok_or(CurveError::InvalidData)?;
        end(data)?;
        let address = |bytes: &[u8; 32]| Address::new_from_array(*bytes);
        Ok(Self { admin: address(admin), super_admin: address(super_admin) })
    }
}
