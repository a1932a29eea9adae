//! What every instruction asks of its accounts, in the words of the errors.

use pinocchio::{AccountView, Address};

pub use kit::checks::{at, signer, token_account, writable, Call};
pub use kit::layout::Loaded;

use crate::{errors::PoolError, state::Pool};

/// A pool, to change.
/// # Errors
/// [`PoolError::InvalidPool`], [`PoolError::UnsupportedVersion`], [`PoolError::NotWritable`].
#[inline(always)]
pub fn pool<'a>(account: &'a mut AccountView, program_id: &Address) -> Result<Loaded<'a, Pool>, PoolError> {
    writable(account)?;
    kit::checks::load(account, program_id, PoolError::InvalidPool)
}

/// A swap's token accounts: the pool's vault and the trader's own.
/// # Errors
/// [`PoolError::InvalidVault`], [`PoolError::NotWritable`], [`PoolError::InvalidTokenAccount`].
#[inline(always)]
pub fn token_side(
    pool: &Pool,
    vault: &AccountView,
    account: &AccountView,
    trader: &AccountView,
) -> Result<(), PoolError> {
    writable(vault)?;
    at(vault, &pool.vault, PoolError::InvalidVault)?;
    Ok(token_account(account, &pool.mint, trader.address())?)
}
