//! `update_bonuses`: the inviter's first tokens.

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0xf4, 0x7e, 0xc1, 0x3b, 0x5e, 0x6e, 0x17, 0x14];

/// In base units; at most 15 tokens each.
pub struct UpdateBonusesData {
    pub referral_token_bonus: u64,
    pub affiliate_token_bonus: u64,
}

impl TryFrom<&[u8]> for UpdateBonusesData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (referral_token_bonus, data) = take_u64(data)?;
        let (affiliate_token_bonus, data) = take_u64(data)?;
        end(data)?;
        Ok(Self { referral_token_bonus, affiliate_token_bonus })
    }
}
