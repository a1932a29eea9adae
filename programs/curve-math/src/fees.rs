//! Fees in basis points of a trade's value, each rounded down by itself.

use crate::{wide::product, Refusal};

/// Basis points in the whole.
pub const BPS: u64 = 10_000;
/// The largest value or budget that the fast formulas take: far above what a curve can hold, and small enough that
/// a product with basis points fits 64 bits.
pub const VALUE_MAX: u64 = 1 << 47;

/// Rates of one trade. `platform` is what is left to it: after the referral's share and the discount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    creator: u16,
    platform: u16,
    referral: u16,
}

/// Fees of one trade in lamports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fees {
    pub creator: u64,
    pub platform: u64,
    pub referral: u64,
}

impl Fees {
    /// All of them: what a buyer pays beside the value, and a seller gets less.
    #[inline(always)]
    pub const fn total(&self) -> u64 {
        // each is at most VALUE_MAX·65535/10⁴
        self.creator.wrapping_add(self.platform).wrapping_add(self.referral)
    }
}

impl Rates {
    /// From the factory's settings: referral share and discount come out of the platform's rate.
    /// # Errors
    /// [`Refusal::Range`] when they exceed it.
    #[inline(always)]
    pub fn new(creator: u16, platform: u16, referral: u16, discount: u16) -> Result<Self, Refusal> {
        let platform = platform.checked_sub(referral).and_then(|rest| rest.checked_sub(discount));
        Ok(Self { creator, platform: platform.ok_or(Refusal::Range)?, referral })
    }

    /// Fees on a value.
    /// # Errors
    /// [`Refusal::Range`] above [`VALUE_MAX`].
    #[inline(always)]
    pub fn on(&self, value: u64) -> Result<Fees, Refusal> {
        if value > VALUE_MAX {
            return Err(Refusal::Range);
        }
        // 2⁴⁷ · 2¹⁶ < 2⁶⁴
        let part = |rate: u16| value.wrapping_mul(u64::from(rate)) / BPS;
        Ok(Fees { creator: part(self.creator), platform: part(self.platform), referral: part(self.referral) })
    }

    #[inline(always)]
    fn sum(&self) -> u64 {
        u64::from(self.creator).wrapping_add(u64::from(self.platform)).wrapping_add(u64::from(self.referral))
    }

    /// The largest value that a budget pays for with all its fees. Rounding each fee down leaves the plain quotient
    /// at most three lamports short.
    pub fn value_within(&self, budget: u64) -> u64 {
        let whole = BPS.wrapping_add(self.sum());
        // ⌊budget·BPS/whole⌋ by quotient and rest: at most the budget, because the divisor is at least BPS
        let (times, rest) = (budget.checked_div(whole).unwrap_or(0), budget.checked_rem(whole).unwrap_or(0));
        let mut value = times.wrapping_mul(BPS).wrapping_add(rest.wrapping_mul(BPS).checked_div(whole).unwrap_or(0));
        while let Some(next) = value.checked_add(1) {
            if self.price(next) > budget as u128 {
                break;
            }
            value = next;
        }
        value
    }

    /// Value and fees together, for values of any size.
    fn price(&self, value: u64) -> u128 {
        if let Ok(fees) = self.on(value) {
            return value.wrapping_add(fees.total()) as u128;
        }
        // ⌊value·rate/BPS⌋ by quotient and rest of the value, below 2⁶⁷
        let (times, rest) = (value / BPS, value % BPS);
        let part = |rate: u16| {
            product(times, u64::from(rate)).wrapping_add((rest.wrapping_mul(u64::from(rate)) / BPS) as u128)
        };
        (value as u128)
            .wrapping_add(part(self.creator))
            .wrapping_add(part(self.platform))
            .wrapping_add(part(self.referral))
    }
}
