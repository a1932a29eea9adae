//! Products that are wider than their factors, and quotients by narrow divisors. None of them can overflow. All are made
//! of 64-bit operations: the virtual machine has no wider ones, and calling for them costs more than doing it here.

const LOW: u64 = 0xffff_ffff;

/// `a · b`, exact: 64 bits times 64 bits need at most 128.
#[inline(always)]
pub(crate) const fn product(a: u64, b: u64) -> u128 {
    let (a_high, a_low, b_high, b_low) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let low = a_low.wrapping_mul(b_low);
    // at most (2³² − 1)² + 2³² − 1 < 2⁶⁴, and so is the next
    let cross = a_high.wrapping_mul(b_low).wrapping_add(low >> 32);
    let middle = a_low.wrapping_mul(b_high).wrapping_add(cross & LOW);
    let high = a_high.wrapping_mul(b_high).wrapping_add(cross >> 32).wrapping_add(middle >> 32);
    ((high as u128) << 64) | (((middle << 32) | (low & LOW)) as u128)
}

/// `n · factor` modulo 2¹²⁸.
#[inline(always)]
pub(crate) const fn times(n: u128, factor: u64) -> u128 {
    let high = ((n >> 64) as u64).wrapping_mul(factor);
    product(n as u64, factor).wrapping_add((high as u128) << 64)
}

/// `⌊n / (3·10¹⁸·coefficient)⌋` and whether something is left over, for `0 < coefficient < 2³²` and a quotient below 2⁵⁰.
///
/// `3·10¹⁸ = 2¹⁸ · 5¹³ · 9375`, and a floor of a floor is the floor of the whole: after 18 bits, every divisor is below
/// 2³², so that each step of 32 bits is one division of the machine.
#[inline(always)]
#[allow(clippy::arithmetic_side_effects)] // by the coefficient, which is not zero, and by constants
pub(crate) const fn lamports_of(n: u128, coefficient: u64) -> (u64, bool) {
    const EVEN: u32 = 18;
    const FIVES: u64 = 1_220_703_125;
    const REST: u64 = 9_375;
    let (head, middle, low) = ((n >> (64 + EVEN)) as u64, ((n >> (32 + EVEN)) as u64) & LOW, ((n >> EVEN) as u64) & LOW);
    // each rest is below its divisor, so that rest·2³² + next fits 64 bits and its quotient 32
    let (first, rest) = (head / coefficient, head % coefficient);
    let next = (rest << 32) | middle;
    let (second, rest) = (next / coefficient, next % coefficient);
    let next = (rest << 32) | low;
    let (third, left) = (next / coefficient, next % coefficient);

    let next = ((first % FIVES) << 32) | second;
    let (upper, rest) = (next / FIVES, next % FIVES);
    let next = (rest << 32) | third;
    let (lower, rest) = (next / FIVES, next % FIVES);
    let whole = (upper << 32) | lower;
    let dropped = (n as u64) & ((1 << EVEN) - 1);
    (whole / REST, (dropped | left | rest | (whole % REST)) != 0)
}

/// `a · b` as (bits from 64 upwards, low 64 bits), exact: the high part is at most 2¹²⁸ − 2⁶⁴.
pub(crate) const fn product_192(a: u64, b: u128) -> (u128, u64) {
    let low = product(a, b as u64);
    // at most (2⁶⁴ − 1)² + (2⁶⁴ − 1) < 2¹²⁸
    let high = product(a, (b >> 64) as u64).wrapping_add(low >> 64);
    (high, low as u64)
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_factors_fit() {
        assert_eq!(product(u64::MAX, u64::MAX), 0xffff_ffff_ffff_fffe_0000_0000_0000_0001);
        let (high, low) = product_192(u64::MAX, u128::MAX);
        assert_eq!((high, low), (u128::MAX - (1 << 64), 1));
    }

    #[test]
    fn products_are_those_of_the_host() {
        let mut random = crate::random::Random(5);
        for shift in 0..200_000u32 {
            let (a, b, c) = (random.next() >> (shift % 64), random.next() >> (shift % 61), random.next() >> (shift % 59));
            assert_eq!(product(a, b), u128::from(a) * u128::from(b));
            let wide = u128::from(a) << 64 | u128::from(b);
            assert_eq!(times(wide, c), wide.wrapping_mul(c.into()));
        }
    }

    #[test]
    fn quotients_by_a_lamports_divisor_are_exact() {
        let mut random = crate::random::Random(9);
        for case in 0..400_000u64 {
            let coefficient = 1 + (random.next() >> (32 + case % 32));
            let divisor = 3_000_000_000_000_000_000 * u128::from(coefficient);
            let most = (u128::MAX / divisor).min(1 << 50) as u64;
            let quotient = random.next() % most;
            let rest = match case % 4 {
                0 => 0,
                1 => 1,
                2 => divisor - 1,
                _ => (u128::from(random.next()) << 64 | u128::from(random.next())) % divisor,
            };
            let n = divisor * u128::from(quotient) + rest;
            assert_eq!(lamports_of(n, coefficient), (quotient, rest != 0), "{n} {coefficient}");
        }
    }

    #[test]
    fn carries_reach_the_high_part() {
        assert_eq!(product_192(2, 1 << 63), (1, 0));
        assert_eq!(product_192(3, (1 << 127) | 5), ((3 << 63), 15));
    }
}
