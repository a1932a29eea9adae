//! `propose_super_admin`: who is to hold the office.

use pinocchio::Address;

use crate::{
    errors::CurveError,
    instructions::{end, take_address},
};

pub const DISCRIMINATOR: [u8; 8] = [0x50, 0xab, 0x02, 0x10, 0x02, 0x5e, 0xf0, 0x9f];

/// Until it is accepted, the old super admin stays.
pub struct ProposeSuperAdminData {
    /// All zero takes a proposal back.
    pub proposed: Address,
}

impl TryFrom<&[u8]> for ProposeSuperAdminData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (proposed, data) = take_address(data)?;
        end(data)?;
        Ok(Self { proposed })
    }
}
