//! Accounts of `buy`.

use kit::{system::SYSTEM_PROGRAM, token_2022};
use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::PoolError,
    instructions::Slots,
    state::Pool,
};

/// Nobody co-signs.
pub struct BuyAccounts<'a> {
    /// `[signer, writable]` Pays, owns the token account.
    pub buyer: &'a AccountView,
    /// `[writable]`
    pub pool: Loaded<'a, Pool>,
    /// `[writable]` The pool's token account.
    pub vault: &'a AccountView,
    /// `[writable]` Any token account of the buyer for the pool's mint.
    pub buyer_token_account: &'a AccountView,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for BuyAccounts<'a> {
    type Error = PoolError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, PoolError> {
        let [buyer, pool, vault, buyer_token_account, token_2022_program, system_program, program, ..] = accounts else {
            return Err(PoolError::NotEnoughAccounts);
        };
        checks::signer(buyer)?;
        checks::writable(buyer)?;
        let pool = checks::pool(pool, program_id)?;
        checks::token_side(pool.state, vault, buyer_token_account, buyer)?;
        checks::at(token_2022_program, &token_2022::PROGRAM, PoolError::InvalidProgram)?;
        checks::at(system_program, &SYSTEM_PROGRAM, PoolError::InvalidProgram)?;
        checks::at(program, program_id, PoolError::InvalidProgram)?;
        Ok(Self { buyer, pool, vault, buyer_token_account, token_2022_program, system_program, program: program_id })
    }
}
