//! `propose_admin`: who is to hold the office.

use pinocchio::Address;

use crate::{
    errors::CurveError,
    instructions::{end, take_address},
};

pub const DISCRIMINATOR: [u8; 8] = [0x79, 0xd6, 0xc7, 0xd4, 0x57, 0x27, 0x75, 0xea];

/// Until it is accepted, the old admin stays.
pub struct ProposeAdminData {
    /// All zero takes a proposal back.
    pub proposed: Address,
}

impl TryFrom<&[u8]> for ProposeAdminData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (proposed, data) = take_address(data)?;
        end(data)?;
        Ok(Self { proposed })
    }
}
