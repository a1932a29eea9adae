//! One order form for fixed tokens, fixed SOL, and slippage between.

use crate::{
    curve::divisor,
    wide::{product, product_192, times},
    Curve, Fees, Rates, Refusal,
};

/// Fill `tokens` if that costs at most `max_lamports` with all fees, else as many as `max_lamports` pays for; at least
/// `min_tokens` either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    pub tokens: u64,
    pub max_lamports: u64,
    pub min_tokens: u64,
}

/// What an order gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    pub tokens: u64,
    /// Lamports for the curve.
    pub value: u64,
    pub fees: Fees,
}

/// Slippage is judged on the fill that an endless curve would give; then only what is left of the curve is sold.
/// # Errors
/// [`Refusal::Closed`] at the end of the curve, [`Refusal::Zero`] for no tokens, [`Refusal::Slippage`] for a fill of
/// nothing or below the order's least, [`Refusal::Range`] for a state that no curve reaches.
#[inline(always)]
pub fn fill(curve: &Curve, order: &Order, rates: &Rates) -> Result<Fill, Refusal> {
    let room = curve.room()?;
    if room == 0 {
        return Err(Refusal::Closed);
    }
    if order.tokens == 0 {
        return Err(Refusal::Zero);
    }
    let mut tokens = order.tokens.min(room);
    let mut value = curve.cost(tokens)?;
    let mut fees = rates.on(value)?;
    // value ≤ VALUE_MAX, so that the sum fits
    if value.wrapping_add(fees.total()) > order.max_lamports {
        tokens = curve.affordable(rates.value_within(order.max_lamports))?;
        if tokens == 0 || tokens < order.min_tokens {
            return Err(Refusal::Slippage);
        }
        value = curve.cost(tokens)?;
        fees = rates.on(value)?;
    } else if tokens < order.min_tokens {
        // the end of the curve cut the order: would it have been filled beyond?
        let whole = order.tokens >= order.min_tokens && pays_for(curve, order, rates);
        if !whole {
            return Err(Refusal::Slippage);
        }
    }
    Ok(Fill { tokens, value, fees })
}

/// Whether `max_lamports` would pay for `min_tokens` on a curve without end: `min_tokens³ + … ≤ value·K`, compared in
/// 192 bits.
#[inline(never)]
fn pays_for(curve: &Curve, order: &Order, rates: &Rates) -> bool {
    let (x, tokens) = (curve.x, order.min_tokens);
    // from 2⁵² on the cube alone is above the largest value·K (2⁶⁴ · 2⁹²)
    if tokens >= 1 << 52 {
        return false;
    }
    // x ≤ CUBE_MAX < 2⁴³: 3·x·(x + tokens) < 2⁹⁸, tokens² < 2¹⁰⁴
    let sum = times(product(x, x.wrapping_add(tokens)), 3).wrapping_add(product(tokens, tokens));
    let value = rates.value_within(order.max_lamports);
    product_192(tokens, sum) <= product_192(value, divisor(curve.coefficient))
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{random::Random, x_max, COEFFICIENT_MAX, COEFFICIENT_MIN, FLOOR, TARGET};

    fn curves() -> impl Iterator<Item = (Curve, Rates, Random)> {
        let mut random = Random(7);
        (0..20_000u32).map(move |case| {
            let coefficient = match case % 4 {
                0 => 100_000_000,
                1 => COEFFICIENT_MIN,
                2 => COEFFICIENT_MAX,
                _ => COEFFICIENT_MIN + random.below(COEFFICIENT_MAX - COEFFICIENT_MIN),
            };
            let x_max = x_max(FLOOR, coefficient).unwrap();
            let x = FLOOR + random.below(x_max - FLOOR);
            let rates = Rates::new(200, 200, 60 * u16::from(case % 3 == 1), 20 * u16::from(case % 2 == 1)).unwrap();
            (Curve { x, x_max, coefficient }, rates, Random(random.next()))
        })
    }

    #[test]
    fn a_whole_curve_takes_the_target_and_no_more() {
        for coefficient in [COEFFICIENT_MIN, 100_000_000, COEFFICIENT_MAX] {
            let x_max = x_max(FLOOR, coefficient).unwrap();
            let cost = Curve { x: FLOOR, x_max, coefficient }.cost(x_max - FLOOR).unwrap();
            assert!(cost <= TARGET && cost > TARGET - 1_000, "{coefficient} {cost}");
        }
        assert!(x_max(FLOOR, COEFFICIENT_MIN - 1).is_err() && x_max(FLOOR, COEFFICIENT_MAX + 1).is_err());
    }

    #[test]
    fn a_budget_is_never_overspent_and_leaves_no_unit_that_it_could_buy() {
        for (curve, rates, mut random) in curves() {
            let budget = random.below(TARGET);
            let order = Order { tokens: u64::MAX, max_lamports: budget, min_tokens: 0 };
            let price = |tokens: u64| {
                let value = curve.cost(tokens).unwrap();
                value + rates.on(value).unwrap().total()
            };
            match fill(&curve, &order, &rates) {
                Ok(got) => {
                    assert_eq!(got.value + got.fees.total(), price(got.tokens));
                    assert!(price(got.tokens) <= budget);
                    assert!(got.tokens == curve.room().unwrap() || price(got.tokens + 1) > budget);
                }
                Err(refusal) => assert!(refusal == Refusal::Slippage && price(1) > budget),
            }
        }
    }

    #[test]
    fn an_order_within_its_budget_gets_all_its_tokens_at_the_least_price() {
        for (curve, rates, mut random) in curves() {
            let tokens = 1 + random.below(curve.room().unwrap());
            let value = curve.cost(tokens).unwrap();
            let price = value + rates.on(value).unwrap().total();
            let order = |max_lamports| Order { tokens, max_lamports, min_tokens: tokens };
            assert_eq!(fill(&curve, &order(price), &rates).unwrap().tokens, tokens);
            assert_eq!(fill(&curve, &order(price - 1), &rates), Err(Refusal::Slippage));
        }
    }

    #[test]
    fn selling_what_was_bought_never_pays() {
        for (curve, _, mut random) in curves() {
            let tokens = 1 + random.below(curve.room().unwrap());
            let cost = curve.cost(tokens).unwrap();
            let after = Curve { x: curve.x + tokens, ..curve };
            let back = after.proceeds(tokens, FLOOR).unwrap();
            assert!(back == cost || back + 1 == cost);
            let first = random.below(tokens);
            let split = curve.cost(first).unwrap() + Curve { x: curve.x + first, ..curve }.cost(tokens - first).unwrap();
            assert!(split >= cost);
        }
    }

    #[test]
    fn the_end_of_the_curve_cuts_a_fill_but_slippage_is_judged_before() {
        let coefficient = 100_000_000;
        let x_max = x_max(FLOOR, coefficient).unwrap();
        let curve = Curve { x: x_max - 3_000_000_000, x_max, coefficient };
        let rates = Rates::new(200, 200, 0, 0).unwrap();
        let ten = 10_000_000_000;
        let order = |max_lamports| Order { tokens: ten, max_lamports, min_tokens: ten };
        // ten tokens on an endless curve, in 128 bits because these cubes still fit
        let end = (curve.x + ten) as u128;
        let start = curve.x as u128;
        let cost = ((end * end * end - start * start * start).div_ceil(divisor(coefficient))) as u64;
        let price = cost + rates.on(cost).unwrap().total();
        assert_eq!(fill(&curve, &order(price), &rates).unwrap().tokens, 3_000_000_000);
        assert_eq!(fill(&curve, &order(price - 1), &rates), Err(Refusal::Slippage));
        let more = Order { tokens: ten - 1, ..order(u64::MAX) };
        assert_eq!(fill(&curve, &more, &rates), Err(Refusal::Slippage));
        let absurd = Order { tokens: u64::MAX, max_lamports: u64::MAX, min_tokens: u64::MAX };
        assert_eq!(fill(&curve, &absurd, &rates), Err(Refusal::Slippage));
        assert_eq!(fill(&Curve { x: x_max, ..curve }, &order(1), &rates), Err(Refusal::Closed));
        assert_eq!(fill(&curve, &Order { tokens: 0, ..order(1) }, &rates), Err(Refusal::Zero));
    }

    #[test]
    fn a_budget_of_any_size_finds_its_largest_value() {
        let mut random = Random(3);
        for case in 0..20_000u32 {
            let budget = random.next() >> (case % 64);
            let rates = Rates::new((case % 1001) as u16, 1000, (case % 600) as u16, (case % 400) as u16).unwrap();
            let price = |value: u64| {
                let part = |rate: u128| value as u128 * rate / 10_000;
                let platform = 1000 - u128::from(case % 600) - u128::from(case % 400);
                value as u128 + part(u128::from(case % 1001)) + part(platform) + part(u128::from(case % 600))
            };
            let value = rates.value_within(budget);
            assert!(price(value) <= budget as u128 && (value == u64::MAX || price(value + 1) > budget as u128));
        }
    }
}
