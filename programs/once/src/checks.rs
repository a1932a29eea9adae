//! What every instruction asks of its accounts, in the words of the errors.

use kit::{errors::Failure, system};
use pinocchio::{AccountView, Address};

pub use kit::checks::{at, signer, writable, Call};
pub use kit::layout::Loaded;

use crate::{errors::OnceError, state::Once};

/// Slots for which a creation's slot counts; afterwards its address can't be made any more.
const SLOT_WINDOW: u64 = 150;

/// An airdrop, to change.
/// # Errors
/// [`OnceError::InvalidOnce`], [`OnceError::UnsupportedVersion`], [`OnceError::NotWritable`].
#[inline(always)]
pub fn once<'a>(account: &'a mut AccountView, program_id: &Address) -> Result<Loaded<'a, Once>, OnceError> {
    writable(account)?;
    kit::checks::load(account, program_id, OnceError::InvalidOnce)
}

/// An airdrop and who may pay it out.
/// # Errors
/// As [`once`], and [`OnceError::InvalidAuthority`], [`OnceError::MissingSigner`].
#[inline(always)]
pub fn owned<'a>(
    account: &'a mut AccountView,
    authority: &AccountView,
    program_id: &Address,
) -> Result<Loaded<'a, Once>, OnceError> {
    let once = once(account, program_id)?;
    at(authority, &once.state.authority, OnceError::InvalidAuthority)?;
    signer(authority)?;
    Ok(once)
}

/// Whether a slot has come and is so young that an airdrop may still be made with it.
/// # Errors
/// [`Failure::RuntimeRefused`].
#[inline(always)]
pub fn is_fresh(slot: u64) -> Result<bool, Failure> {
    Ok(system::slot()?.checked_sub(slot).is_some_and(|age| age <= SLOT_WINDOW))
}
