//! Where accounts of this program lie, and how they sign for themselves.

use kit::{addresses::FACTORY, checks::same, derive::address_of};
use pinocchio::{
    cpi::{Seed, Signer},
    AccountView, Address,
};

use super::{Factory, Token};
use crate::{errors::CurveError, events::emit, seeds};

/// The bytes that a token's state signs with, beside its name.
pub struct TokenSigner {
    token_id: [u8; 8],
    bump: [u8; 1],
}

impl TokenSigner {
    #[inline(always)]
    pub fn new(token: &Token) -> Self {
        Self { token_id: token.token_id.to_le_bytes(), bump: [token.bump] }
    }

    #[inline(always)]
    pub fn seeds(&self) -> [Seed<'_>; 3] {
        [Seed::from(seeds::TOKEN), Seed::from(&self.token_id), Seed::from(&self.bump)]
    }
}

/// The byte that the factory signs with, beside its name.
pub struct FactorySigner {
    bump: [u8; 1],
}

impl FactorySigner {
    #[inline(always)]
    pub fn new(factory: &Factory) -> Self {
        Self { bump: [factory.bump] }
    }

    /// Sends one of the factory's events. Not inlined: there are many, and none of them is in a hurry.
    #[inline(never)]
    pub fn emit(&self, program: &Address, factory: &AccountView, data: &[u8]) {
        let seeds = [Seed::from(seeds::FACTORY), Seed::from(&self.bump)];
        emit(program, factory, data, Signer::from(&seeds));
    }
}

impl Token {
    /// Whether a token of this id and bump lies there.
    #[inline(always)]
    pub fn is_at(&self, address: &Address, program_id: &Address) -> bool {
        let mut seeds = [0u8; 14];
        seeds[..5].copy_from_slice(seeds::TOKEN);
        seeds[5..13].copy_from_slice(&self.token_id.to_le_bytes());
        seeds[13] = self.bump;
        same(address, &address_of(&seeds, program_id))
    }
}

impl Factory {
    /// There is one, whose address was hashed when this was compiled.
    #[inline(always)]
    pub fn is_at(&self, address: &Address, _: &Address) -> bool {
        same(address, &FACTORY)
    }
}

macro_rules! numbered {
    ($($type:ty),*) => {$(
        impl $type {
            /// Numbers an event.
            /// # Errors
            /// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
            #[inline(always)]
            pub fn next_seq(&mut self) -> Result<u64, CurveError> {
                let seq = self.seq;
                self.seq = seq.checked_add(1).ok_or(CurveError::AmountTooLarge)?;
                Ok(seq)
            }
        }
    )*};
}

numbered!(Factory, Token);
