//! What keeps an account, and so who can be paid.

use pinocchio::{AccountView, Address};

use crate::errors::Failure;

/// The cluster's price of keeping a byte, read once in each instruction that pays: every reading costs what a hash does.
#[derive(Clone, Copy)]
pub struct Rent {
    per_byte: u64,
}

impl Rent {
    /// The sysvar is read with its threshold, because clusters count in years (2.0) or not at all (1.0).
    /// # Errors
    /// [`Failure::RuntimeRefused`] for a sysvar of another kind.
    #[inline(always)]
    pub fn read() -> Result<Self, Failure> {
        const RENT: Address = pinocchio::sysvars::rent::RENT_ID;
        const ONE: u64 = 0x3ff0_0000_0000_0000;
        const TWO: u64 = 0x4000_0000_0000_0000;
        let mut rent = [0u64; 2];
        // SAFETY: 16 bytes of room, and any bytes make two integers.
        let answer = unsafe { pinocchio::sysvars::get_sysvar_unchecked(rent.as_mut_ptr().cast(), &RENT, 0, 16) };
        let doublings = match rent[1] {
            ONE => 0,
            TWO => 1,
            _ => return Err(Failure::RuntimeRefused),
        };
        // the runtime keeps the price far below 2³⁸
        if answer.is_err() || rent[0] >> 38 != 0 {
            return Err(Failure::RuntimeRefused);
        }
        Ok(Self { per_byte: rent[0] << doublings })
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
