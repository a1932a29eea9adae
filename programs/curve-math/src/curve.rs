//! What moving along the curve is worth.

use crate::{
    cube::{cube, cube_root, CUBE_MAX},
    wide::{lamports_of, product, times},
    Refusal,
};

/// Where every curve starts: 150 tokens.
pub const FLOOR: u64 = 150_000_000_000;
/// Lamports that close a curve.
pub const TARGET: u64 = 85_000_000_000;
/// Bounds of `C`, between which every cube up to the end of the curve fits 128 bits.
pub const COEFFICIENT_MIN: u64 = 6_000_000;
/// See [`COEFFICIENT_MIN`].
pub const COEFFICIENT_MAX: u64 = 1_300_000_000;

/// A curve at a moment: `floor ≤ x ≤ x_max ≤ CUBE_MAX`, `C` within its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Curve {
    pub x: u64,
    pub x_max: u64,
    pub coefficient: u64,
}

/// `K = 3·10¹⁸·C`: what a difference of cubes is divided by to give lamports. Below 2⁹².
#[inline(always)]
pub(crate) const fn divisor(coefficient: u64) -> u128 {
    product(3_000_000_000_000_000_000, coefficient)
}

/// `⌊∛(floor³ + target·K)⌋`, where a curve with this coefficient closes.
/// # Errors
/// [`Refusal::Range`] for a coefficient out of its bounds or a floor whose cube does not fit beside the target.
pub fn x_max(floor: u64, coefficient: u64) -> Result<u64, Refusal> {
    if !(COEFFICIENT_MIN..=COEFFICIENT_MAX).contains(&coefficient) {
        return Err(Refusal::Range);
    }
    // 85·10⁹ · 3·10¹⁸ · 1.3·10⁹ < 2¹²⁸
    let target = times(divisor(coefficient), TARGET);
    let sum = cube(floor)?.checked_add(target).ok_or(Refusal::Range)?;
    Ok(cube_root(sum))
}

impl Curve {
    /// Tokens left until the curve closes.
    /// # Errors
    /// [`Refusal::Range`] when `x` is above `x_max` or cubes would not fit.
    #[inline(always)]
    pub fn room(&self) -> Result<u64, Refusal> {
        if self.x_max > CUBE_MAX || self.coefficient == 0 || self.coefficient > COEFFICIENT_MAX {
            return Err(Refusal::Range);
        }
        self.x_max.checked_sub(self.x).ok_or(Refusal::Range)
    }

    /// Lamports for the next `tokens`, rounded up.
    /// # Errors
    /// [`Refusal::Range`] beyond `x_max`.
    #[inline(always)]
    pub fn cost(&self, tokens: u64) -> Result<u64, Refusal> {
        if tokens > self.room()? {
            return Err(Refusal::Range);
        }
        // x + tokens ≤ x_max
        let (quotient, rest) = self.lamports(self.x, self.x.wrapping_add(tokens));
        quotient.checked_add(u64::from(rest)).ok_or(Refusal::Range)
    }

    /// Lamports for the last `tokens`, rounded down.
    /// # Errors
    /// [`Refusal::Floor`] below `floor`, [`Refusal::Range`] beyond `x_max`.
    #[inline(always)]
    pub fn proceeds(&self, tokens: u64, floor: u64) -> Result<u64, Refusal> {
        self.room()?;
        let low = self.x.checked_sub(tokens).filter(|low| *low >= floor).ok_or(Refusal::Floor)?;
        Ok(self.lamports(low, self.x).0)
    }

    /// The most tokens whose cost is at most `value`. Only for a `value` below the cost of the whole room.
    /// # Errors
    /// [`Refusal::Range`] when the cube would not fit, which such a value can't bring about.
    pub fn affordable(&self, value: u64) -> Result<u64, Refusal> {
        // cost(a) ≤ value  ⟺  (x+a)³ − x³ ≤ value·K  ⟺  x + a ≤ ∛(x³ + value·K)
        if value > TARGET {
            return Err(Refusal::Range);
        }
        let reach = times(divisor(self.coefficient), value); // ≤ TARGET·K < 2¹²⁸, as in x_max
        let sum = cube(self.x)?.checked_add(reach).ok_or(Refusal::Range)?;
        cube_root(sum).checked_sub(self.x).ok_or(Refusal::Range)
    }

    /// `(high³ − low³) / K` and whether something is left over. Needs `low ≤ high ≤ CUBE_MAX` and what room() asks.
    #[inline(always)]
    fn lamports(&self, low: u64, high: u64) -> (u64, bool) {
        let step = high.wrapping_sub(low);
        // high³ − low³ = step·(3·low·high + step²) ≤ high³ < 2¹²⁸, and so is each part of it
        let sum = times(product(low, high), 3).wrapping_add(product(step, step));
        // room() has refused a coefficient out of its domain; one within its bounds keeps the quotient below 2⁴⁶
        lamports_of(times(sum, step), self.coefficient)
    }
}
