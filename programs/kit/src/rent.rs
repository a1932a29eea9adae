//! What keeps an account, and so who can be paid.

use pinocchio::{AccountView, Address};

use crate::errors::Failure;

/// 1.0 and 2.0 as the bits of a double.
const ONE: u64 = 0x3ff0_0000_0000_0000;
const TWO: u64 = 0x4000_0000_0000_0000;

/// The cluster's price of keeping a byte, read once in each instruction that pays: every reading costs what a hash does.
#[derive(Clone, Copy)]
pub struct Rent {
    per_byte: u64,
}

impl Rent {
    /// The sysvar is read with its threshold: clusters count in years (2.0) or not at all (1.0). Any other that makes
    /// sense is taken, too, so that a change of it locks nobody in.
    /// # Errors
    /// [`Failure::RuntimeRefused`] for a price or threshold that no cluster can mean.
    #[inline(always)]
    pub fn read() -> Result<Self, Failure> {
        const RENT: Address = pinocchio::sysvars::rent::RENT_ID;
        let mut rent = [0u64; 2];
        // SAFETY: 16 bytes of room, and any bytes make two integers.
        let answer = unsafe { pinocchio::sysvars::get_sysvar_unchecked(rent.as_mut_ptr().cast(), &RENT, 0, 16) };
        let [price, threshold] = rent;
        // the runtime keeps the price far below 2³⁸
        if answer.is_err() || price >> 38 != 0 {
            return Err(Failure::RuntimeRefused);
        }
        let per_byte = match threshold {
            ONE => price,
            TWO => price << 1,
            _ => unusual(price, threshold).ok_or(Failure::RuntimeRefused)?,
        };
        Ok(Self { per_byte })
    }

    /// What an account of so many bytes must hold to stay.
    #[inline(always)]
    pub fn exempt(self, bytes: usize) -> u64 {
        const OVERHEAD: u64 = 128;
        // no account is longer than 10 MiB: 2²⁴ · 2³⁹ < 2⁶⁴
        OVERHEAD.wrapping_add(bytes as u64).wrapping_mul(self.per_byte)
    }

    /// Whether an account that gets `lamports` ends rent-exempt. Nobody is paid who would make a trade fail.
    #[inline(always)]
    pub fn can_receive(self, account: &AccountView, lamports: u64) -> bool {
        account.lamports().saturating_add(lamports) >= self.exempt(account.data_len())
    }

    /// All of an amount, or nothing when the account would not end rent-exempt.
    #[inline(always)]
    pub fn payable(self, account: &AccountView, lamports: u64) -> u64 {
        if lamports > 0 && self.can_receive(account, lamports) { lamports } else { 0 }
    }
}

/// `price · threshold` for a double in bits, rounded up (by less than one part in 2²⁴), as nobody may be paid below what
/// the runtime asks. None for a threshold that is negative or no number, or a product above 2³⁹.
#[cold]
#[inline(never)]
fn unusual(price: u64, threshold: u64) -> Option<u64> {
    const FRACTION_BITS: u32 = 52;
    const BIAS: u64 = 1_023;
    /// Kept of the fraction, so that the product with a price stays below 2⁶⁴.
    const KEPT_BITS: u32 = 24;
    let (exponent, fraction) = (threshold >> FRACTION_BITS, threshold & ((1 << FRACTION_BITS) - 1));
    if exponent == 0 {
        // zero, or so little that a lamport is more
        return Some(u64::from(price != 0 && fraction != 0));
    }
    let whole = (1 << FRACTION_BITS) | fraction;
    let dropped = FRACTION_BITS.checked_sub(KEPT_BITS)?;
    let product = price.checked_mul(rounded_up(whole, dropped)?)?;
    // the sign stands above the exponent: a negative threshold is far above this bound, as infinity is
    let shift = BIAS.checked_add(u64::from(KEPT_BITS))?.checked_sub(exponent)?;
    let per_byte = if shift >= 63 { u64::from(product != 0) } else { rounded_up(product, shift as u32)? };
    (per_byte >> 39 == 0).then_some(per_byte)
}

/// `⌈value / 2ᵇⁱᵗˢ⌉`
#[inline(always)]
fn rounded_up(value: u64, bits: u32) -> Option<u64> {
    Some(value.checked_add(1u64.checked_shl(bits)?.checked_sub(1)?)? >> bits)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn any_threshold_that_makes_sense_gives_at_least_its_price_and_hardly_more() {
        for price in [0u64, 1, 3_480, 6_960, (1 << 38) - 1] {
            for threshold in [f64::MIN_POSITIVE / 4.0, 1e-300, 1e-9, 0.1, 0.5, 1.0, 1.1, 1.5, 1.999_999_999, 2.0] {
                let exact = price as f64 * threshold;
                let got = unusual(price, threshold.to_bits()).unwrap();
                assert!(got as f64 >= exact, "{price} * {threshold} = {got}");
                assert!(got as f64 <= exact * 1.000_000_1 + 1.0, "{price} * {threshold} = {got}");
            }
        }
        assert_eq!(unusual(3_480, 100f64.to_bits()), Some(348_000));
        assert_eq!(unusual(6_960, 1.5f64.to_bits()), Some(10_440));
        assert_eq!(unusual(6_960, 0f64.to_bits()), Some(0));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for threshold in [-1.0, -1e-300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e12, f64::MAX] {
            assert_eq!(unusual(6_960, threshold.to_bits()), None, "{threshold}");
        }
    }
}
