//! Products that are wider than their factors. None of them can overflow.

/// `a · b`, exact: 64 bits times 64 bits need at most 128.
#[inline(always)]
pub(crate) const fn product(a: u64, b: u64) -> u128 {
    (a as u128).wrapping_mul(b as u128)
}

/// `a · b` as (bits from 64 upwards, low 64 bits), exact: the high part is at most 2¹²⁸ − 2⁶⁴.
pub(crate) const fn product_192(a: u64, b: u128) -> (u128, u64) {
    let low = product(a, b as u64);
    // at most (2⁶⁴ − 1)² + (2⁶⁴ − 1) < 2¹²⁸
    let high = product(a, (b >> 64) as u64).wrapping_add(low >> 64);
    (high, low as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_factors_fit() {
        assert_eq!(product(u64::MAX, u64::MAX), 0xffff_ffff_ffff_fffe_0000_0000_0000_0001);
        let (high, low) = product_192(u64::MAX, u128::MAX);
        assert_eq!((high, low), (u128::MAX - (1 << 64), 1));
    }

    #[test]
    fn carries_reach_the_high_part() {
        assert_eq!(product_192(2, 1 << 63), (1, 0));
        assert_eq!(product_192(3, (1 << 127) | 5), ((3 << 63), 15));
    }
}
