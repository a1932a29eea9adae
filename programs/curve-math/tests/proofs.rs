//! What the formulas promise, over whole reduced domains and over grids and random states of the real one. (Kani would
//! prove the same without a domain; its bundle comes from a host that only some machines reach.)
#![allow(clippy::arithmetic_side_effects, clippy::unwrap_used, clippy::indexing_slicing)]

use curve_math::{
    fill, x_max, Curve, Order, Rates, Refusal, COEFFICIENT_MAX, COEFFICIENT_MIN, CUBE_MAX, FLOOR, TARGET, VALUE_MAX,
};

#[path = "../src/random.rs"]
mod random;
use random::Random;

const K: u128 = 3_000_000_000_000_000_000;

fn volume(low: u64, high: u64) -> u128 {
    u128::from(high).pow(3) - u128::from(low).pow(3)
}

/// Ten thousand coefficients from the smallest to the largest, both bounds among them.
fn coefficients() -> impl Iterator<Item = u64> {
    let span = COEFFICIENT_MAX - COEFFICIENT_MIN;
    (0..=10_000).map(move |step| COEFFICIENT_MIN + span * step / 10_000)
}

/// Positions and amounts on curves of every size.
fn states(seed: u64, count: u32) -> impl Iterator<Item = (Curve, Random)> {
    let mut random = Random(seed);
    (0..count).map(move |case| {
        let coefficient = match case % 5 {
            0 => COEFFICIENT_MIN,
            1 => COEFFICIENT_MAX,
            2 => 100_000_000,
            _ => COEFFICIENT_MIN + random.below(COEFFICIENT_MAX - COEFFICIENT_MIN + 1),
        };
        let end = x_max(FLOOR, coefficient).unwrap();
        let from = if case % 2 == 0 { random.below(end - FLOOR) } else { random.magnitude(end - FLOOR) };
        let x = if case % 3 == 0 { end - 1 - from } else { FLOOR + from };
        (Curve { x: x.max(FLOOR), x_max: end, coefficient }, Random(random.next()))
    })
}

/// Every intermediate grows with position, amount and coefficient; so what fits at the far end fits everywhere.
#[test]
fn nothing_overflows_anywhere_in_the_allowed_domain() {
    let mut last = 0;
    for coefficient in coefficients() {
        let end = x_max(FLOOR, coefficient).unwrap();
        assert!(end > last && end <= CUBE_MAX);
        last = end;
        let k = K.checked_mul(coefficient.into()).unwrap();
        let (low, step) = (u128::from(FLOOR), u128::from(end - FLOOR));
        // the parts of a cost, in the order in which they are computed
        let sum = low.checked_mul(end.into()).unwrap().checked_mul(3).unwrap().checked_add(step * step).unwrap();
        assert_eq!(sum.checked_mul(step).unwrap(), volume(FLOOR, end));
        // ∛(x³ + value·K) for the largest value at the largest position
        u128::from(end).pow(3).checked_add(k.checked_mul(1).unwrap()).unwrap();
        k.checked_mul(TARGET.into()).unwrap().checked_add(u128::from(FLOOR).pow(3)).unwrap();
        // values stay where fees take one 64-bit product
        assert!(Curve { x: FLOOR, x_max: end, coefficient }.cost(end - FLOOR).unwrap() <= TARGET);
    }
    assert!(TARGET < VALUE_MAX && VALUE_MAX.checked_mul(u16::MAX.into()).is_some());
}

/// The end is the last position that 85 SOL reach, to the unit.
#[test]
fn curves_end_at_the_last_unit_that_the_target_pays() {
    for coefficient in coefficients() {
        let end = x_max(FLOOR, coefficient).unwrap();
        let target = K * u128::from(coefficient) * u128::from(TARGET);
        assert!(volume(FLOOR, end) <= target);
        assert!(u128::from(end + 1).checked_pow(3).is_none_or(|cube| cube - u128::from(FLOOR).pow(3) > target));
    }
}

#[test]
fn a_cost_is_rounded_up_and_proceeds_down_by_less_than_a_lamport() {
    for (curve, mut random) in states(1, 200_000) {
        let k = K * u128::from(curve.coefficient);
        let room = curve.room().unwrap();
        let tokens = 1 + random.magnitude(room);
        let cost = u128::from(curve.cost(tokens).unwrap());
        let exact = volume(curve.x, curve.x + tokens);
        assert!(cost >= 1 && cost * k >= exact && (cost - 1) * k < exact);
        let held = curve.x - FLOOR;
        let tokens = random.magnitude(held + 1);
        let proceeds = u128::from(curve.proceeds(tokens, FLOOR).unwrap());
        let exact = volume(curve.x - tokens, curve.x);
        assert!(proceeds * k <= exact && (proceeds + 1) * k > exact);
    }
}

#[test]
fn costs_and_proceeds_grow_with_tokens_and_with_the_position() {
    for (curve, mut random) in states(2, 100_000) {
        let room = curve.room().unwrap();
        let tokens = 1 + random.magnitude(room);
        let fewer = random.below(tokens);
        assert!(curve.cost(fewer).unwrap() <= curve.cost(tokens).unwrap());
        let further = Curve { x: curve.x + room - tokens, ..curve };
        assert!(curve.cost(tokens).unwrap() <= further.cost(tokens).unwrap());
        let held = curve.x - FLOOR;
        let tokens = random.magnitude(held + 1);
        assert!(curve.proceeds(random.below(tokens + 1), FLOOR).unwrap() <= curve.proceeds(tokens, FLOOR).unwrap());
        assert_eq!(curve.proceeds(held + 1, FLOOR), Err(Refusal::Floor));
    }
}

/// A reduced domain whole: the curve of the smallest coefficient that the formulas take, every value that it holds.
#[test]
fn what_every_value_of_a_small_curve_buys_is_the_most_that_it_pays_for() {
    for (coefficient, end) in [(1, 10_000_000), (7, 20_000_000)] {
        for x in (0..end).step_by(20_011) {
            let curve = Curve { x, x_max: end, coefficient };
            let all = curve.cost(end - x).unwrap();
            for value in 0..all {
                let tokens = curve.affordable(value).unwrap();
                assert!(curve.cost(tokens).unwrap() <= value && curve.cost(tokens + 1).unwrap() > value);
            }
        }
    }
}

/// `⌊v·r/10⁴⌋` repeats every 10⁴ lamports, `r` higher; so one period and each rate is the whole domain.
#[test]
fn every_fee_of_every_rate_is_its_exact_floor() {
    for rate in 0..=1_000u16 {
        let rates = Rates::new(rate, 0, 0, 0).unwrap();
        let mut exact = 0u64;
        for value in 0..=10_000u64 {
            assert_eq!(rates.on(value).unwrap().creator, exact / 10_000);
            exact += u64::from(rate);
        }
        let far = VALUE_MAX / 10_000 * 10_000 - 10_000;
        let (near, far) = (rates.on(9_999).unwrap(), rates.on(far + 9_999).unwrap());
        assert_eq!(far.creator - near.creator, (VALUE_MAX / 10_000 - 1) * u64::from(rate));
        assert_eq!(rates.on(VALUE_MAX + 1), Err(Refusal::Range));
    }
}

/// Over one period of budgets, for every rate of each side against the bounds of the others.
#[test]
fn a_budget_pays_for_its_value_and_fees_and_for_not_one_lamport_more() {
    for creator in (0..=1_000u16).step_by(25) {
        for (platform, referral) in [(0, 0), (1, 1), (200, 60), (1_000, 0), (1_000, 999), (1_000, 1_000)] {
            let rates = Rates::new(creator, platform, referral, 0).unwrap();
            let price = |value: u64| value + rates.on(value).unwrap().total();
            for budget in 0..=12_000 {
                let value = rates.value_within(budget);
                assert!(price(value) <= budget && price(value + 1) > budget, "{creator} {platform} {referral}");
            }
        }
    }
}

/// The curve can always pay back everything above its floor, and nobody alone ends with a profit.
#[test]
fn no_sequence_of_trades_without_fees_takes_more_than_it_brought() {
    for (start, mut random) in states(3, 2_000) {
        let free = Rates::default();
        let mut curve = start;
        let held = curve.x - FLOOR;
        let mut reserve = Curve { x: FLOOR, ..start }.cost(held).unwrap();
        let (mut paid, mut got, mut own) = (0u64, 0u64, 0u64);
        for _ in 0..30 {
            if random.below(2) == 0 {
                let order = Order { tokens: 1 + random.magnitude(curve.x_max), max_lamports: random.magnitude(TARGET), min_tokens: 0 };
                let Ok(bought) = fill(&curve, &order, &free) else { continue };
                curve.x += bought.tokens;
                (reserve, paid, own) = (reserve + bought.value, paid + bought.value, own + bought.tokens);
            } else {
                let tokens = if own == 0 { 0 } else { random.magnitude(own + 1) };
                let value = curve.proceeds(tokens, FLOOR).unwrap();
                curve.x -= tokens;
                (reserve, got, own) = (reserve - value, got + value, own - tokens);
            }
            assert!(reserve >= curve.proceeds(curve.x - FLOOR, FLOOR).unwrap());
        }
        got += curve.proceeds(own, FLOOR).unwrap();
        assert!(got <= paid);
    }
}
