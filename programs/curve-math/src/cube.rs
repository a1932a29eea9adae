//! Cubes and integer cube roots in 128 bits.

use crate::{wide::product, Refusal};

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
    Ok(product(x, x).wrapping_mul(x as u128))
}

const FEWEST_BITS: u32 = 7;
const FIRST: usize = 64;
/// `STARTS[m − 64]` is above `256·∛(m + 1)`, for the 448 leading parts `m` of 7 to 9 bits.
const STARTS: [u16; 448] = starts();

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // evaluated by the compiler, which checks both
const fn starts() -> [u16; 448] {
    let mut table = [0u16; 448];
    let mut index = 0;
    let mut root: u64 = 1024;
    while index < table.len() {
        let scaled = ((index + FIRST + 1) as u64) << 24;
        while root * root * root < scaled {
            root += 1;
        }
        table[index] = root as u16;
        index += 1;
    }
    table
}

/// `⌊∛n⌋`. Newton's method from above: it falls until it reaches the root, and then no more. The table's start is less
/// than 0.6 % too high, so that four rounds do for any `n`.
#[inline(never)]
pub fn cube_root(n: u128) -> u64 {
    let mut y = start(n);
    if y == 0 {
        return 0;
    }
    loop {
        let quotient = n.checked_div(product(y, y)).unwrap_or(0) as u64;
        // y < 2⁴⁴ and n / y² ≤ y here, so that nothing wraps
        let next = y.wrapping_mul(2).wrapping_add(quotient) / 3;
        if next >= y {
            return y;
        }
        y = next;
    }
}

/// A value at or above `∛n`, and near it.
#[inline(always)]
fn start(n: u128) -> u64 {
    let bits = 128u32.wrapping_sub(n.leading_zeros());
    let thirds = bits.saturating_sub(FEWEST_BITS) / 3;
    // the leading 7 to 9 bits, or fewer when n is small
    let leading = (n >> thirds.wrapping_mul(3)) as usize;
    match leading.checked_sub(FIRST).and_then(|index| STARTS.get(index)) {
        Some(scaled) => ((u64::from(*scaled) << thirds) >> 8).wrapping_add(1),
        // n < 64
        None => if n == 0 { 0 } else { 4 },
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
