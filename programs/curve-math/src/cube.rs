//! Cubes and integer cube roots in 128 bits.

use crate::{
    wide::{product, times},
    Refusal,
};

/// The largest integer whose cube fits 128 bits.
pub const CUBE_MAX: u64 = 6_981_463_658_331;

/// `x³`.
/// # Errors
/// [`Refusal::Range`] above [`CUBE_MAX`].
#[inline(always)]
pub const fn cube(x: u64) -> Result<u128, Refusal> {
    if x > CUBE_MAX {
        return Err(Refusal::Range);
    }
    // fits by the definition of CUBE_MAX
    Ok(raised(x))
}

/// Above every root of 63 bits.
const START: u64 = 1 << 21;

/// `⌊∛n⌋`: the leading 61 to 63 bits by Newton's method in 64 bits, which gives the root's leading 21; the rest by two
/// corrections from below, each `remainder / (3·bound²)` for a bound that the root stays under; what they leave, a unit or
/// two, by trying.
#[inline(never)]
pub fn cube_root(n: u128) -> u64 {
    let shift = thirds(n);
    let leading = narrow_root(shifted(n, shift.wrapping_mul(3)));
    if shift == 0 {
        return leading;
    }
    // leading³·2³ˢ ≤ n < (leading + 1)³·2³ˢ
    let mut root = leading << shift;
    // the second bound: the first correction lacks at most 2·4ˢ/root + 3 < 20 of the root (s ≤ 22, root ≥ 2²⁰⁺ˢ)
    for spread in [1u64 << shift, 20] {
        let lacking = n.wrapping_sub(raised(root));
        let bound = root.wrapping_add(spread);
        // lacking ≤ 3·bound²·2ˢ < 2⁴⁴⁺ᶟˢ and 3·bound² < 2⁴⁴⁺²ˢ: both fit 64 bits without their last 3s − 20
        let cut = shift.wrapping_mul(3).saturating_sub(20);
        let slope = shifted(times(product(bound, bound), 3), cut).wrapping_add(1);
        root = root.wrapping_add(shifted(lacking, cut).checked_div(slope).unwrap_or(0));
    }
    while root < CUBE_MAX && raised(root.wrapping_add(1)) <= n {
        root = root.wrapping_add(1);
    }
    root
}

/// `x³` modulo 2¹²⁸.
#[inline(always)]
const fn raised(x: u64) -> u128 {
    times(product(x, x), x)
}

/// By how many times three bits `n` must be shortened to have 63 at most.
#[inline(always)]
const fn thirds(n: u128) -> u32 {
    let bits = 128u32.wrapping_sub(n.leading_zeros());
    bits.saturating_sub(61) / 3
}

/// The lowest 64 bits of `n` without its last `bits`, which are fewer than 128.
#[inline(always)]
const fn shifted(n: u128, bits: u32) -> u64 {
    let (high, low) = ((n >> 64) as u64, n as u64);
    if bits >= 64 {
        return high >> (bits & 63);
    }
    // a shift by 64 is none of the machine's: by one, and then by the rest
    (low >> bits) | ((high << 1) << 63u32.wrapping_sub(bits))
}

/// `⌊∛n⌋` below 2⁶³, by Newton's method from above: it falls until it reaches the root, and then no more.
#[inline(always)]
fn narrow_root(n: u64) -> u64 {
    let mut y = START;
    loop {
        // y ≥ 1 as long as it falls, and y² ≤ 2⁴²
        let quotient = n.checked_div(y.wrapping_mul(y)).unwrap_or(0);
        let next = y.wrapping_mul(2).wrapping_add(quotient) / 3;
        if next >= y {
            return y;
        }
        y = next;
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, clippy::unwrap_used)]
mod tests {
    use super::*;

    fn holds(n: u128) {
        let root = cube_root(n);
        assert!(cube(root).unwrap() <= n, "{n}");
        assert!(root == CUBE_MAX || cube(root + 1).unwrap() > n, "{n}");
    }

    #[test]
    fn the_bound_is_the_largest_cube() {
        let max = u128::from(CUBE_MAX);
        assert!(max.checked_pow(3).is_some() && (max + 1).checked_pow(3).is_none());
        assert_eq!(cube(CUBE_MAX + 1), Err(Refusal::Range));
    }

    #[test]
    fn roots_are_exact_for_small_numbers() {
        (0..200_000).for_each(holds);
    }

    #[test]
    fn roots_are_exact_at_random_and_right_beside_random_cubes() {
        let mut random = crate::random::Random(13);
        for shift in 0..400_000u32 {
            holds((u128::from(random.next()) << 64 | u128::from(random.next())) >> (shift % 128));
            let exact = cube(1 + ((random.next() % CUBE_MAX) >> (shift % 43))).unwrap();
            holds(exact);
            holds(exact - 1);
        }
        let most = cube(CUBE_MAX).unwrap();
        (0..1_000).for_each(|less| holds(most - less));
        (0..1_000).for_each(|less| holds(u128::MAX - less));
    }

    #[test]
    fn roots_are_exact_around_cubes_and_powers_of_two() {
        for bits in 0..128 {
            for near in [-1i64, 0, 1] {
                holds((1u128 << bits).wrapping_add_signed(near.into()));
            }
        }
        let mut x: u64 = 1;
        while x < CUBE_MAX {
            let exact = cube(x).unwrap();
            holds(exact);
            holds(exact - 1);
            holds(exact + 1);
            x = x + x / 977 + 1;
        }
        holds(u128::MAX);
    }
}
