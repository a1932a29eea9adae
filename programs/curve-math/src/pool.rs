//! A constant-product pool of lamports and tokens, with exact input. Fees are always lamports: out of what a buyer
//! brings, out of what a seller would get.

use crate::{
    fees::{BPS, VALUE_MAX},
    wide::product,
    Refusal,
};

/// What the pool counts as its own: never balances, which anybody can add to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    pub lamports: u64,
    pub tokens: u64,
}

/// Fee rates in basis points of a swap's lamports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PoolRates {
    creator: u16,
    platform: u16,
    /// What is left of a lamport amount after all three, in basis points.
    kept: u16,
}

/// What a swap does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The pool afterwards. Its product is never below the one before.
    pub pool: Pool,
    /// Tokens of a buy, lamports of a sell, after all fees.
    pub output: u64,
    /// Lamports that stay in the pool for good: the liquidity's share and every rounding.
    pub liquidity: u64,
    /// Lamports accrued outside the pool's reserve.
    pub creator: u64,
    /// Lamports accrued outside the pool's reserve.
    pub platform: u64,
}

impl PoolRates {
    /// # Errors
    /// [`Refusal::Range`] when nothing would be left of a swap.
    #[inline(always)]
    pub fn new(liquidity: u16, creator: u16, platform: u16) -> Result<Self, Refusal> {
        let fees = u64::from(liquidity).wrapping_add(u64::from(creator)).wrapping_add(u64::from(platform));
        match BPS.checked_sub(fees) {
            Some(kept) if kept > 0 => Ok(Self { creator, platform, kept: kept as u16 }),
            _ => Err(Refusal::Range),
        }
    }

    /// `(kept, creator, platform)` of a lamport amount, each rounded down; together never above it.
    #[inline(always)]
    fn split(&self, lamports: u64) -> (u64, u64, u64) {
        (part(lamports, self.kept), part(lamports, self.creator), part(lamports, self.platform))
    }
}

/// `⌊lamports · rate / 10⁴⌋` for a rate of at most 10⁴.
#[inline(always)]
fn part(lamports: u64, rate: u16) -> u64 {
    if lamports <= VALUE_MAX {
        // 2⁴⁷ · 2¹⁶ < 2⁶⁴
        return lamports.wrapping_mul(u64::from(rate)) / BPS;
    }
    product(lamports, u64::from(rate)).checked_div(BPS as u128).unwrap_or(0) as u64
}

/// `⌊other · input / (own + input)⌋`: what leaves one side for `input` on the other. Below `other` when `own` is above 0.
#[inline(always)]
fn out(own_after: u64, other: u64, input: u64) -> u64 {
    product(other, input).checked_div(own_after as u128).unwrap_or(0) as u64
}

impl Pool {
    #[inline(always)]
    fn check(&self, input: u64) -> Result<(), Refusal> {
        if self.lamports == 0 || self.tokens == 0 {
            return Err(Refusal::Range);
        }
        if input == 0 { Err(Refusal::Zero) } else { Ok(()) }
    }

    /// Tokens for exactly `lamports`, all fees in.
    /// # Errors
    /// [`Refusal::Zero`] for no lamports, [`Refusal::Slippage`] for no tokens or fewer than `min_tokens`,
    /// [`Refusal::Range`] for an empty pool or more lamports than it can count.
    #[inline(always)]
    pub fn buy(&self, rates: &PoolRates, lamports: u64, min_tokens: u64) -> Result<Swap, Refusal> {
        self.check(lamports)?;
        let (kept, creator, platform) = rates.split(lamports);
        // kept + creator + platform ≤ lamports
        let stays = lamports.wrapping_sub(creator).wrapping_sub(platform);
        let after = self.lamports.checked_add(stays).ok_or(Refusal::Range)?;
        let output = out(self.lamports.wrapping_add(kept), self.tokens, kept);
        if output == 0 || output < min_tokens {
            return Err(Refusal::Slippage);
        }
        let pool = Pool { lamports: after, tokens: self.tokens.wrapping_sub(output) };
        Ok(Swap { pool, output, liquidity: stays.wrapping_sub(kept), creator, platform })
    }

    /// Lamports for exactly `tokens`, after all fees.
    /// # Errors
    /// [`Refusal::Zero`] for no tokens, [`Refusal::Slippage`] for no lamports or fewer than `min_lamports`,
    /// [`Refusal::Range`] for an empty pool or more tokens than it can count.
    #[inline(always)]
    pub fn sell(&self, rates: &PoolRates, tokens: u64, min_lamports: u64) -> Result<Swap, Refusal> {
        self.check(tokens)?;
        let after = self.tokens.checked_add(tokens).ok_or(Refusal::Range)?;
        let gross = out(after, self.lamports, tokens);
        let (output, creator, platform) = rates.split(gross);
        if output == 0 || output < min_lamports {
            return Err(Refusal::Slippage);
        }
        // output + creator + platform ≤ gross < self.lamports
        let leaves = output.wrapping_add(creator).wrapping_add(platform);
        let pool = Pool { lamports: self.lamports.wrapping_sub(leaves), tokens: after };
        Ok(Swap { pool, output, liquidity: gross.wrapping_sub(leaves), creator, platform })
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn product_of(pool: &Pool) -> u128 {
        product(pool.lamports, pool.tokens)
    }

    fn pools() -> impl Iterator<Item = (Pool, PoolRates, Random)> {
        let mut random = Random(11);
        (0..40_000u32).map(move |case| {
            let pool = Pool { lamports: 1 + random.magnitude(1 << 62), tokens: 1 + random.magnitude(1 << 53) };
            let rates = match case % 4 {
                0 => PoolRates::new(0, 0, 0),
                1 => PoolRates::new(20, 40, 40),
                2 => PoolRates::new(1_000, 1_000, 1_000),
                _ => PoolRates::new(random.below(3_333) as u16, random.below(3_333) as u16, random.below(3_333) as u16),
            };
            (pool, rates.unwrap(), Random(random.next()))
        })
    }

    #[test]
    fn the_product_never_shrinks_and_no_lamport_is_lost() {
        for (pool, rates, mut random) in pools() {
            let lamports = 1 + random.magnitude(1 << 62);
            if let Ok(swap) = pool.buy(&rates, lamports, 0) {
                assert!(product_of(&swap.pool) >= product_of(&pool));
                assert_eq!(pool.lamports + lamports, swap.pool.lamports + swap.creator + swap.platform);
                assert_eq!(swap.pool.tokens + swap.output, pool.tokens);
                assert!(swap.output < pool.tokens);
            }
            let tokens = 1 + random.magnitude(1 << 53);
            if let Ok(swap) = pool.sell(&rates, tokens, 0) {
                assert!(product_of(&swap.pool) >= product_of(&pool));
                assert_eq!(pool.lamports, swap.pool.lamports + swap.output + swap.creator + swap.platform);
                assert!(swap.pool.lamports > 0 && swap.pool.tokens == pool.tokens + tokens);
            }
        }
    }

    #[test]
    fn there_and_back_never_pays() {
        for (pool, rates, mut random) in pools() {
            let lamports = 1 + random.magnitude(1 << 62);
            let Ok(bought) = pool.buy(&rates, lamports, 0) else { continue };
            if let Ok(sold) = bought.pool.sell(&rates, bought.output, 0) {
                assert!(sold.output <= lamports);
            }
            let tokens = 1 + random.magnitude(1 << 53);
            let Ok(sold) = pool.sell(&rates, tokens, 0) else { continue };
            if let Ok(bought) = sold.pool.buy(&rates, sold.output, 0) {
                assert!(bought.output <= tokens);
            }
        }
    }

    #[test]
    fn a_larger_input_never_gets_less_and_a_split_one_never_more() {
        for (pool, rates, mut random) in pools() {
            let (first, second) = (1 + random.magnitude(1 << 60), 1 + random.magnitude(1 << 60));
            let output = |swap: Result<Swap, Refusal>| swap.map_or(0, |swap| swap.output);
            assert!(output(pool.buy(&rates, first + second, 0)) >= output(pool.buy(&rates, first, 0)));
            assert!(output(pool.sell(&rates, first + second, 0)) >= output(pool.sell(&rates, first, 0)));
        }
        // without fees, where a split leaves nothing behind that would help the second part
        let free = PoolRates::new(0, 0, 0).unwrap();
        for (pool, _, mut random) in pools() {
            let (first, second) = (1 + random.magnitude(1 << 60), 1 + random.magnitude(1 << 60));
            let (Ok(one), Ok(whole)) = (pool.buy(&free, first, 0), pool.buy(&free, first + second, 0)) else { continue };
            let two = one.pool.buy(&free, second, 0).map_or(0, |swap| swap.output);
            assert!(one.output + two <= whole.output);
        }
    }

    #[test]
    fn fees_are_their_basis_points_and_roundings_stay_in_the_pool() {
        let pool = Pool { lamports: 85_000_000_000, tokens: 2_080_000_000_000_000 };
        let rates = PoolRates::new(20, 40, 40).unwrap();
        let swap = pool.buy(&rates, 1_000_000_001, 0).unwrap();
        assert_eq!((swap.creator, swap.platform, swap.liquidity), (4_000_000, 4_000_000, 2_000_001));
        let sold = pool.sell(&rates, 1_000_000_000_000, 0).unwrap();
        let gross = sold.output + sold.creator + sold.platform + sold.liquidity;
        assert_eq!(gross, 40_845_747);
        assert_eq!((sold.creator, sold.platform, sold.output), (163_382, 163_382, 40_437_289));
    }

    #[test]
    fn bounds_and_nonsense_are_refused() {
        let pool = Pool { lamports: 85_000_000_000, tokens: 2_080_000_000_000_000 };
        let rates = PoolRates::new(20, 40, 40).unwrap();
        let got = pool.buy(&rates, 1_000, 0).unwrap().output;
        assert!(pool.buy(&rates, 1_000, got).is_ok());
        assert_eq!(pool.buy(&rates, 1_000, got + 1), Err(Refusal::Slippage));
        let got = pool.sell(&rates, 1_000_000_000, 0).unwrap().output;
        assert!(pool.sell(&rates, 1_000_000_000, got).is_ok());
        assert_eq!(pool.sell(&rates, 1_000_000_000, got + 1), Err(Refusal::Slippage));
        assert_eq!(pool.sell(&rates, 1, 0), Err(Refusal::Slippage));
        assert_eq!(pool.buy(&rates, 0, 0), Err(Refusal::Zero));
        assert_eq!(pool.sell(&rates, 0, 0), Err(Refusal::Zero));
        let free = PoolRates::new(0, 0, 0).unwrap();
        assert_eq!(pool.buy(&free, u64::MAX, 0), Err(Refusal::Range));
        assert_eq!(pool.sell(&rates, u64::MAX, 0), Err(Refusal::Range));
        assert_eq!(Pool { lamports: 0, ..pool }.buy(&rates, 1, 0), Err(Refusal::Range));
        assert_eq!(Pool { tokens: 0, ..pool }.sell(&rates, 1, 0), Err(Refusal::Range));
        assert_eq!(PoolRates::new(5_000, 4_000, 1_000), Err(Refusal::Range));
        assert_eq!(PoolRates::new(u16::MAX, u16::MAX, u16::MAX), Err(Refusal::Range));
    }
}
