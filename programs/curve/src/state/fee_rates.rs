//! The seven rates of the factory as one value, in force or announced.

use super::Factory;

/// In basis points of a trade's value.
#[derive(Clone, Copy, Default)]
pub struct FeeRates {
    pub referral: u16,
    pub affiliate: u16,
    pub discount: u16,
    pub platform_buy: u16,
    pub platform_sell: u16,
    pub creator_buy: u16,
    pub creator_sell: u16,
}

/// Largest share of either side, creator's or platform's.
const SIDE_MAX: u16 = 1_000;

impl FeeRates {
    /// Each side within its largest share. Shares and discount come out of the platform's, so that together they must
    /// not exceed it.
    #[inline(never)]
    pub fn within_bounds(&self) -> bool {
        let sides = [self.platform_buy, self.platform_sell, self.creator_buy, self.creator_sell];
        let given = self.referral.max(self.affiliate).saturating_add(self.discount);
        given <= self.platform_buy.min(self.platform_sell) && sides.iter().all(|side| *side <= SIDE_MAX)
    }

    /// Somebody would pay more than by `now`: a side's share is larger, or the discount smaller.
    #[inline(never)]
    pub fn is_rise_from(&self, now: &Self) -> bool {
        self.platform_buy > now.platform_buy
            || self.platform_sell > now.platform_sell
            || self.creator_buy > now.creator_buy
            || self.creator_sell > now.creator_sell
            || self.discount < now.discount
    }
}

impl Factory {
    /// What trades cost.
    #[inline(never)]
    pub fn fees(&self) -> FeeRates {
        FeeRates {
            referral: self.referral_fee,
            affiliate: self.affiliate_fee,
            discount: self.discount_fee,
            platform_buy: self.platform_buy_fee,
            platform_sell: self.platform_sell_fee,
            creator_buy: self.creator_buy_fee,
            creator_sell: self.creator_sell_fee,
        }
    }

    /// Puts fees into force, which ends any announcement.
    #[inline(never)]
    pub fn set_fees(&mut self, fees: FeeRates) {
        self.referral_fee = fees.referral;
        self.affiliate_fee = fees.affiliate;
        self.discount_fee = fees.discount;
        self.platform_buy_fee = fees.platform_buy;
        self.platform_sell_fee = fees.platform_sell;
        self.creator_buy_fee = fees.creator_buy;
        self.creator_sell_fee = fees.creator_sell;
        self.announce_fees(FeeRates::default(), 0);
    }

    /// What `apply_fees` will put into force.
    #[inline(never)]
    pub fn announced_fees(&self) -> FeeRates {
        FeeRates {
            referral: self.announced_referral_fee,
            affiliate: self.announced_affiliate_fee,
            discount: self.announced_discount_fee,
            platform_buy: self.announced_platform_buy_fee,
            platform_sell: self.announced_platform_sell_fee,
            creator_buy: self.announced_creator_buy_fee,
            creator_sell: self.announced_creator_sell_fee,
        }
    }

    /// Announces fees from a Unix time on, in place of any other announcement; time 0 takes it back.
    #[inline(never)]
    pub fn announce_fees(&mut self, fees: FeeRates, from: i64) {
        self.announced_fees_from = from;
        self.announced_referral_fee = fees.referral;
        self.announced_affiliate_fee = fees.affiliate;
        self.announced_discount_fee = fees.discount;
        self.announced_platform_buy_fee = fees.platform_buy;
        self.announced_platform_sell_fee = fees.platform_sell;
        self.announced_creator_buy_fee = fees.creator_buy;
        self.announced_creator_sell_fee = fees.creator_sell;
    }
}
