//! `update_fees`: all seven together.

use crate::{
    errors::CurveError,
    instructions::{end, take_u16},
};

pub const DISCRIMINATOR: [u8; 8] = [0xe1, 0x1b, 0x0d, 0x06, 0x45, 0x54, 0xac, 0xbf];

/// In basis points of a trade's value.
pub struct UpdateFeesData {
    pub referral_fee: u16,
    pub affiliate_fee: u16,
    pub discount_fee: u16,
    pub platform_buy_fee: u16,
    pub platform_sell_fee: u16,
    pub creator_buy_fee: u16,
    pub creator_sell_fee: u16,
}

impl TryFrom<&[u8]> for UpdateFeesData {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, CurveError> {
        let (referral_fee, data) = take_u16(data)?;
        let (affiliate_fee, data) = take_u16(data)?;
        let (discount_fee, data) = take_u16(data)?;
        let (platform_buy_fee, data) = take_u16(data)?;
        let (platform_sell_fee, data) = take_u16(data)?;
        let (creator_buy_fee, data) = take_u16(data)?;
        let (creator_sell_fee, data) = take_u16(data)?;
        end(data)?;
        Ok(Self { referral_fee, affiliate_fee, discount_fee, platform_buy_fee, platform_sell_fee, creator_buy_fee, creator_sell_fee })
    }
}
