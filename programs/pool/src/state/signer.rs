//! Where a pool lies, how it signs for itself, and what it counts.

use curve_math::{PoolRates, Swap};
use kit::{
    checks::same,
    derive::address_of,
    errors::Failure,
    rent::Rent,
    system::sum,
};
use pinocchio::{cpi::Seed, AccountView, Address};

use super::Pool;
use crate::{errors::PoolError, seeds};

/// The bytes that a pool signs with, beside its name.
pub struct PoolSigner {
    token: Address,
    bump: [u8; 1],
}

impl PoolSigner {
    #[inline(always)]
    pub fn new(pool: &Pool) -> Self {
        Self { token: pool.token, bump: [pool.bump] }
    }

    #[inline(always)]
    pub fn seeds(&self) -> [Seed<'_>; 3] {
        [Seed::from(seeds::POOL), Seed::from(self.token.as_array()), Seed::from(&self.bump)]
    }
}

impl Pool {
    /// Whether the pool of this token and bump lies there.
    #[inline(always)]
    pub fn is_at(&self, address: &Address, program_id: &Address) -> bool {
        let mut seeds = [0u8; 37];
        seeds[..4].copy_from_slice(seeds::POOL);
        seeds[4..36].copy_from_slice(self.token.as_array());
        seeds[36] = self.bump;
        same(address, &address_of(&seeds, program_id))
    }

    /// Numbers an event.
    /// # Errors
    /// [`Failure::AmountTooLarge`] after 2⁶⁴ events.
    #[inline(always)]
    pub fn next_seq(&mut self) -> Result<u64, Failure> {
        let seq = self.seq;
        self.seq = sum(seq, 1)?;
        Ok(seq)
    }

    /// Its reserves as the formulas take them.
    #[inline(always)]
    pub fn reserves(&self) -> curve_math::Pool {
        curve_math::Pool { lamports: self.lamport_reserve, tokens: self.token_reserve }
    }

    /// # Errors
    /// [`PoolError::AmountTooLarge`] for fees that take everything, which no pool opens with.
    #[inline(always)]
    pub fn rates(&self) -> Result<PoolRates, PoolError> {
        Ok(PoolRates::new(self.liquidity_fee, self.creator_fee, self.platform_fee)?)
    }

    /// Takes a swap's reserves and fees over.
    /// # Errors
    /// [`Failure::AmountTooLarge`].
    #[inline(always)]
    pub fn settle(&mut self, swap: &Swap) -> Result<(), Failure> {
        self.lamport_reserve = swap.pool.lamports;
        self.token_reserve = swap.pool.tokens;
        self.creator_fees = sum(self.creator_fees, swap.creator)?;
        self.platform_fees = sum(self.platform_fees, swap.platform)?;
        Ok(())
    }

    /// Once `leaving` lamports are gone the account still holds its rent and all that it owes.
    /// # Errors
    /// [`Failure::InvalidReserve`] when it would not.
    #[inline(always)]
    pub fn covers(&self, view: &AccountView, leaving: u64, rent: Rent) -> Result<(), Failure> {
        let owed = sum(sum(self.lamport_reserve, self.creator_fees)?, self.platform_fees)?;
        let kept = sum(owed, rent.exempt(view.data_len()))?;
        if view.lamports() < sum(kept, leaving)? { Err(Failure::InvalidReserve) } else { Ok(()) }
    }
}
