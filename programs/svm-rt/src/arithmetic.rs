//! 128-bit multiplication and division on 64-bit halves. Nothing here may use a 128-bit `*`, `/`, `%` or shift by a
//! variable: those are what it stands for.

const LOW: u64 = 0xffff_ffff;

/// `a · b` as (high, low).
#[inline(always)]
fn widen(a: u64, b: u64) -> (u64, u64) {
    let (a_high, a_low, b_high, b_low) = (a >> 32, a & LOW, b >> 32, b & LOW);
    let low = a_low.wrapping_mul(b_low);
    let cross = a_high.wrapping_mul(b_low).wrapping_add(low >> 32);
    let middle = a_low.wrapping_mul(b_high).wrapping_add(cross & LOW);
    let high = a_high.wrapping_mul(b_high).wrapping_add(cross >> 32).wrapping_add(middle >> 32);
    (high, (middle << 32) | (low & LOW))
}

/// `a · b` modulo 2¹²⁸ from halves, as `[low, high]`.
#[inline(always)]
pub fn multiply(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    let (high, low) = widen(a[0], b[0]);
    [low, high.wrapping_add(a[0].wrapping_mul(b[1])).wrapping_add(a[1].wrapping_mul(b[0]))]
}

/// How far a number that is not zero can be shifted left before it loses a bit.
#[inline(always)]
fn headroom(mut value: u64) -> u32 {
    let mut count = 0;
    for step in [32, 16, 8, 4, 2, 1] {
        if value >> (64 - step) == 0 {
            value <<= step;
            count += step;
        }
    }
    count
}

/// One half-word of a quotient: `(rest·2³² + digit) / divisor` for a divisor with its top bit set and `rest` below it.
/// The estimate from the divisor's upper half is at most two too high.
#[inline(always)]
fn digit(rest: u64, next: u64, divisor: u64) -> (u64, u64) {
    let (top, bottom) = (divisor >> 32, divisor & LOW);
    let mut quotient = rest / top;
    let mut left = rest.wrapping_sub(quotient.wrapping_mul(top));
    while quotient > LOW || quotient.wrapping_mul(bottom) > ((left << 32) | next) {
        quotient = quotient.wrapping_sub(1);
        left = left.wrapping_add(top);
        if left > LOW {
            break;
        }
    }
    (quotient, (rest << 32).wrapping_add(next).wrapping_sub(quotient.wrapping_mul(divisor)))
}

/// `(high·2⁶⁴ + low) / divisor` for a divisor with its top bit set and `high` below it: (quotient, rest).
#[inline(always)]
fn long(high: u64, low: u64, divisor: u64) -> (u64, u64) {
    let (first, rest) = digit(high, low >> 32, divisor);
    let (second, rest) = digit(rest, low & LOW, divisor);
    ((first << 32).wrapping_add(second), rest)
}

/// `n / d` and `n % d` from halves, as `[quotient low, high, rest low, high]`. The caller has ruled out `d = 0`.
#[inline(always)]
pub fn divide(n: [u64; 2], d: [u64; 2]) -> [u64; 4] {
    let ([n_low, n_high], [d_low, d_high]) = (n, d);
    if d_high == 0 {
        if n_high == 0 {
            return [n_low.checked_div(d_low).unwrap_or(0), 0, n_low.checked_rem(d_low).unwrap_or(n_low), 0];
        }
        let shift = headroom(d_low | 1);
        let divisor = d_low << shift;
        let spilled = if shift == 0 { 0 } else { n_high >> (64 - shift) };
        let middle = if shift == 0 { n_high } else { (n_high << shift) | (n_low >> (64 - shift)) };
        let (upper, rest) = long(spilled, middle, divisor);
        let (lower, rest) = long(rest, n_low << shift, divisor);
        return [lower, upper, rest >> shift, 0];
    }
    if n_high < d_high {
        return [0, 0, n_low, n_high];
    }
    // The divisor's leading 64 bits give a quotient that is right or one too high, once it is scaled back.
    let shift = headroom(d_high);
    let leading = if shift == 0 { d_high } else { (d_high << shift) | (d_low >> (64 - shift)) };
    let (estimate, _) = long(n_high >> 1, (n_high << 63) | (n_low >> 1), leading);
    let mut quotient = (estimate >> (63 - shift)).saturating_sub(1);
    let [product_low, product_high] = multiply([d_low, d_high], [quotient, 0]);
    let (mut low, borrow) = n_low.overflowing_sub(product_low);
    let mut high = n_high.wrapping_sub(product_high).wrapping_sub(u64::from(borrow));
    while high > d_high || (high == d_high && low >= d_low) {
        let (next, borrow) = low.overflowing_sub(d_low);
        high = high.wrapping_sub(d_high).wrapping_sub(u64::from(borrow));
        low = next;
        quotient = quotient.wrapping_add(1);
    }
    [quotient, 0, low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn halves(value: u128) -> [u64; 2] {
        [value as u64, (value >> 64) as u64]
    }

    fn whole(low: u64, high: u64) -> u128 {
        (u128::from(high) << 64) | u128::from(low)
    }

    fn cases() -> Vec<u128> {
        let mut cases = vec![0, 1, 2, 3, u128::MAX, u128::MAX - 1];
        for bits in 1..128 {
            let power = 1u128 << bits;
            cases.extend([power - 1, power, power + 1, u128::MAX - power]);
        }
        let mut state = 1u128;
        for shift in 0..600u32 {
            state = state.wrapping_mul(0xda94_2042_e4dd_58b5_da94_2042_e4dd_58b5).wrapping_add(0x1357_9bdf);
            cases.push(state >> (shift % 128));
        }
        cases
    }

    #[test]
    fn products_and_quotients_agree_with_the_host() {
        let cases = cases();
        for &a in &cases {
            for &b in &cases {
                let [low, high] = multiply(halves(a), halves(b));
                assert_eq!(whole(low, high), a.wrapping_mul(b), "{a} * {b}");
                if b != 0 {
                    let [low, high, rest_low, rest_high] = divide(halves(a), halves(b));
                    assert_eq!((whole(low, high), whole(rest_low, rest_high)), (a / b, a % b), "{a} / {b}");
                }
            }
        }
    }
}
