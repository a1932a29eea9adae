//! Accounts of `sell`.

use kit::token_2022;
use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::PoolError,
    instructions::Slots,
    state::Pool,
};

/// Nobody co-signs.
pub struct SellAccounts<'a> {
    /// `[signer, writable]` Owns the token account, is paid.
    pub seller: &'a mut AccountView,
    /// `[writable]`
    pub pool: Loaded<'a, Pool>,
    /// `[writable]` The pool's token account.
    pub vault: &'a AccountView,
    /// `[writable]` Any token account of the seller for the pool's mint.
    pub seller_token_account: &'a AccountView,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for SellAccounts<'a> {
    type Error = PoolError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, PoolError> {
        let [seller, pool, vault, seller_token_account, token_2022_program, program, ..] = accounts else {
            return Err(PoolError::NotEnoughAccounts);
        };
        checks::signer(seller)?;
        checks::writable(seller)?;
        let pool = checks::pool(pool, program_id)?;
        checks::token_side(pool.state, vault, seller_token_account, seller)?;
        checks::at(token_2022_program, &token_2022::PROGRAM, PoolError::InvalidProgram)?;
        checks::at(program, program_id, PoolError::InvalidProgram)?;
        Ok(Self { seller, pool, vault, seller_token_account, token_2022_program, program: program_id })
    }
}
