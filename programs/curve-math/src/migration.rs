//! What a closed curve becomes: one conversion rate, and how the new supply is shared out.

use crate::{wide::product, Refusal};

/// Base units of every new mint: 8·10⁹ tokens of 6 decimals.
pub const NEW_SUPPLY: u64 = 8_000_000_000_000_000;
const UNITS_CUBED: u64 = 1_000_000_000_000_000_000;

/// How the new supply is shared out. `pool + vault` is [`NEW_SUPPLY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Migration {
    /// New base units for one old base unit.
    pub rate: u64,
    /// New base units that open the pool beside the whole reserve, at the curve's last price.
    pub pool: u64,
    /// New base units of the conversion vault: `rate · supply`, and what the rounding of `rate` leaves over, less than
    /// one `rate`th of the new supply, which nobody can claim.
    pub vault: u64,
}

/// `rate = ⌊NEW_SUPPLY / (S + reserve/p)⌋` and `pool = ⌈rate · reserve/p⌉`, exact, where `p = x_max²/(10¹⁸·C)` is the
/// curve's last price in lamports per old base unit and `S = x_max − floor + referral_bonus` are all old base units.
///
/// The pool opens at `reserve / pool`, which is `p / rate` less a rounding: what an old token converts into is worth
/// what the last buyer paid for it.
/// # Errors
/// [`Refusal::Range`] for a curve that can't have closed: empty, or so large that a product would not fit.
pub fn migration(x_max: u64, floor: u64, bonus: u64, reserve: u64, coefficient: u64) -> Result<Migration, Refusal> {
    let supply = x_max.checked_sub(floor).and_then(|sold| sold.checked_add(bonus)).ok_or(Refusal::Range)?;
    let square = product(x_max, x_max);
    // reserve/p = worth/square base units = whole + rest/square. 85·10⁹·10¹⁸·1.3·10⁹ is a third of 2¹²⁸
    let worth = product(UNITS_CUBED, coefficient).checked_mul(reserve as u128).ok_or(Refusal::Range)?;
    let quotient = worth.checked_div(square).ok_or(Refusal::Range)?;
    let rest = worth.wrapping_sub(quotient.wrapping_mul(square));
    let whole = u64::try_from(quotient).map_err(|_| Refusal::Range)?;

    let shared = supply.checked_add(whole).ok_or(Refusal::Range)?;
    let most = NEW_SUPPLY.checked_div(shared).ok_or(Refusal::Range)?;
    let left = NEW_SUPPLY.wrapping_sub(most.wrapping_mul(shared));
    // most · rest/square ≤ left, or the fraction makes it one less; only a `left` below `most` needs the comparison
    let fits = left >= most || scaled(most, rest)? <= scaled(left, square)?;
    let rate = if fits { most } else { most.wrapping_sub(1) };
    // even one less must leave room for the fraction
    if rate == 0 || shared < most {
        return Err(Refusal::Range);
    }

    let fraction = scaled(rate, rest)?;
    let parts = fraction.checked_div(square).ok_or(Refusal::Range)?;
    let up = u64::from(parts.wrapping_mul(square) != fraction);
    // rate · (supply + reserve/p) ≤ NEW_SUPPLY, a whole number, and so is the pool rounded up beside the vault's share
    let pool = rate.wrapping_mul(whole).wrapping_add(parts as u64).wrapping_add(up);
    let vault = NEW_SUPPLY.checked_sub(pool).ok_or(Refusal::Range)?;
    Ok(Migration { rate, pool, vault })
}

/// # Errors
/// [`Refusal::Range`] when the product needs more than 128 bits.
fn scaled(factor: u64, wide: u128) -> Result<u128, Refusal> {
    wide.checked_mul(factor as u128).ok_or(Refusal::Range)
}

/// New base units for `tokens` old ones.
/// # Errors
/// [`Refusal::Zero`] for none, [`Refusal::Range`] for more than any curve has.
#[inline(always)]
pub fn convert(tokens: u64, rate: u64) -> Result<u64, Refusal> {
    if tokens == 0 {
        return Err(Refusal::Zero);
    }
    tokens.checked_mul(rate).filter(|new| *new <= NEW_SUPPLY).ok_or(Refusal::Range)
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{wide::product_192, x_max, COEFFICIENT_MAX, COEFFICIENT_MIN, FLOOR, TARGET};

    const BONUS_MAX: u64 = 15_000_000_000;

    fn closed(coefficient: u64, bonus: u64, reserve: u64) -> (u64, u64, Migration) {
        let end = x_max(FLOOR, coefficient).unwrap();
        (end, end - FLOOR + bonus, migration(end, FLOOR, bonus, reserve, coefficient).unwrap())
    }

    fn each(check: impl Fn(u64, u64, u64)) {
        let span = COEFFICIENT_MAX - COEFFICIENT_MIN;
        for step in 0..=4_000u64 {
            let coefficient = COEFFICIENT_MIN + span * step / 4_000;
            for bonus in [0, 1, 1_000_000_000, 2_000_000_000, BONUS_MAX] {
                for reserve in [TARGET - 3, TARGET, TARGET + step * step] {
                    check(coefficient, bonus, reserve);
                }
            }
        }
    }

    #[test]
    fn a_default_curve_converts_at_2119() {
        let (_, supply, found) = closed(100_000_000, 0, TARGET);
        assert_eq!(found.rate, 2_119);
        assert!(found.vault >= 2_119 * supply);
    }

    /// `rate·reserve/p ≤ units`, without a division: `rate·worth ≤ units·x_max²` in 192 bits.
    fn worth_at_most(end: u64, coefficient: u64, reserve: u64, rate: u64, units: u64) -> bool {
        let worth = product(UNITS_CUBED, coefficient) * u128::from(reserve);
        product_192(rate, worth) <= product_192(units, product(end, end))
    }

    #[test]
    fn the_rate_is_the_largest_that_the_supply_bears() {
        each(|coefficient, bonus, reserve| {
            let (end, supply, found) = closed(coefficient, bonus, reserve);
            let fits = |rate: u64| {
                let left = NEW_SUPPLY.checked_sub(rate * supply);
                left.is_some_and(|left| worth_at_most(end, coefficient, reserve, rate, left))
            };
            assert!(fits(found.rate) && !fits(found.rate + 1), "{coefficient} {bonus} {reserve}");
        });
    }

    #[test]
    fn every_old_token_can_be_converted_and_little_more_lies_there() {
        each(|coefficient, bonus, reserve| {
            let (_, supply, found) = closed(coefficient, bonus, reserve);
            assert_eq!(found.pool + found.vault, NEW_SUPPLY);
            let spare = found.vault - convert(supply, found.rate).unwrap();
            assert!(spare < NEW_SUPPLY / found.rate, "{coefficient} {spare}");
        });
    }

    #[test]
    fn the_pool_opens_at_the_last_price_or_one_unit_below() {
        each(|coefficient, bonus, reserve| {
            let (end, _, found) = closed(coefficient, bonus, reserve);
            let enough = |pool| worth_at_most(end, coefficient, reserve, found.rate, pool);
            assert!(enough(found.pool) && !enough(found.pool - 1), "{coefficient} {bonus} {reserve}");
            assert!(found.pool > 1_000_000_000_000);
        });
    }

    #[test]
    fn curves_that_cannot_have_closed_are_refused() {
        let end = x_max(FLOOR, 100_000_000).unwrap();
        for (x_max, floor, bonus, reserve, coefficient) in [
            (0, 0, 0, TARGET, 100_000_000),
            (FLOOR - 1, FLOOR, 0, TARGET, 100_000_000),
            (end, FLOOR, u64::MAX, TARGET, 100_000_000),
            (end, FLOOR, 0, u64::MAX, u64::MAX),
            (1, 0, 0, TARGET, 100_000_000),
            (NEW_SUPPLY + 2, 0, 0, 0, 100_000_000),
            (3, 0, 0, 0, 1),
        ] {
            assert_eq!(migration(x_max, floor, bonus, reserve, coefficient), Err(Refusal::Range), "{x_max}");
        }
        assert_eq!(convert(0, 2_119), Err(Refusal::Zero));
        assert_eq!(convert(NEW_SUPPLY, 2), Err(Refusal::Range));
        assert_eq!(convert(u64::MAX, u64::MAX), Err(Refusal::Range));
    }
}
