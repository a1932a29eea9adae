//! What every instruction asks of its accounts, in the words of the errors.

use kit::addresses::INCINERATOR;
use pinocchio::{AccountView, Address};

pub use kit::checks::{at, optional, same, signer, token_account, writable, Call};
pub use kit::layout::Loaded;

use crate::{
    errors::CurveError,
    state::{Factory, Token},
    system::SYSTEM_PROGRAM,
};

/// The factory, to read.
/// # Errors
/// [`CurveError::InvalidFactory`], [`CurveError::UnsupportedVersion`].
#[inline(always)]
pub fn factory<'a>(account: &'a mut AccountView, program_id: &Address) -> Result<&'a Factory, CurveError> {
    kit::checks::load::<Factory, CurveError>(account, program_id, CurveError::InvalidFactory).map(|loaded| &*loaded.state)
}

/// The factory, to change.
/// # Errors
/// As [`factory`], and [`CurveError::NotWritable`].
#[inline(never)]
pub fn factory_mut<'a>(
    account: &'a mut AccountView,
    program_id: &Address,
) -> Result<Loaded<'a, Factory>, CurveError> {
    writable(account)?;
    kit::checks::load(account, program_id, CurveError::InvalidFactory)
}

/// A token's state, to change.
/// # Errors
/// [`CurveError::InvalidToken`], [`CurveError::UnsupportedVersion`], [`CurveError::NotWritable`].
#[inline(always)]
pub fn token<'a>(account: &'a mut AccountView, program_id: &Address) -> Result<Loaded<'a, Token>, CurveError> {
    writable(account)?;
    kit::checks::load(account, program_id, CurveError::InvalidToken)
}

/// The factory's admin signed.
/// # Errors
/// [`CurveError::InvalidAdmin`], [`CurveError::MissingCoSignature`].
#[inline(always)]
pub fn admin(account: &AccountView, factory: &Factory) -> Result<(), CurveError> {
    at(account, &factory.admin, CurveError::InvalidAdmin)?;
    if account.is_signer() { Ok(()) } else { Err(CurveError::MissingCoSignature) }
}

/// The factory's super admin signed.
/// # Errors
/// [`CurveError::InvalidSuperAdmin`], [`CurveError::MissingSigner`].
#[inline(never)]
pub fn super_admin(account: &AccountView, factory: &Factory) -> Result<(), CurveError> {
    at(account, &factory.super_admin, CurveError::InvalidSuperAdmin)?;
    Ok(signer(account)?)
}

/// The factory's guardian signed.
/// # Errors
/// [`CurveError::InvalidGuardian`], also when there is none, [`CurveError::MissingSigner`].
#[inline(never)]
pub fn guardian(account: &AccountView, factory: &Factory) -> Result<(), CurveError> {
    if same(&factory.guardian, &SYSTEM_PROGRAM) {
        return Err(CurveError::InvalidGuardian);
    }
    at(account, &factory.guardian, CurveError::InvalidGuardian)?;
    Ok(signer(account)?)
}

/// A recipient of the referral share: not the trader, not the token's own state, and writable.
/// # Errors
/// [`CurveError::InvalidReferrer`], [`CurveError::NotWritable`].
#[inline(always)]
pub fn referrer(account: &AccountView, trader: &AccountView, token: &AccountView) -> Result<(), CurveError> {
    if same(account.address(), trader.address()) || same(account.address(), token.address()) {
        return Err(CurveError::InvalidReferrer);
    }
    Ok(writable(account)?)
}

/// The factory's own treasury, writable.
/// # Errors
/// [`CurveError::InvalidVault`], [`CurveError::NotWritable`].
#[inline(never)]
pub fn vault(account: &AccountView, factory: &Factory) -> Result<(), CurveError> {
    writable(account)?;
    at(account, &factory.vault, CurveError::InvalidVault)
}

/// The program's own account, for the event. Not inlined, as many rare instructions ask it.
/// # Errors
/// [`CurveError::InvalidProgram`].
#[inline(never)]
pub fn this_program(account: &AccountView, program_id: &Address) -> Result<(), CurveError> {
    at(account, program_id, CurveError::InvalidProgram)
}

/// Who was proposed for an office signed; nobody was when it is all zero.
/// # Errors
/// [`CurveError::NotProposed`], [`CurveError::MissingSigner`].
#[inline(never)]
pub fn proposed(account: &AccountView, pending: &Address) -> Result<(), CurveError> {
    if same(pending, &SYSTEM_PROGRAM) {
        return Err(CurveError::NotProposed);
    }
    at(account, pending, CurveError::NotProposed)?;
    Ok(signer(account)?)
}

/// A recipient of the platform's money that can be paid and can spend it: writable, and a plain wallet of the system program,
/// which a multisig's vault is, too; but not the incinerator, whose lamports are burned. Or the vault, where that is allowed.
/// # Errors
/// [`CurveError::NotWritable`], [`CurveError::InvalidReceiver`].
#[inline(never)]
pub fn receiver(account: &AccountView, vault: Option<&Address>) -> Result<(), CurveError> {
    writable(account)?;
    let is_wallet = account.owned_by(&SYSTEM_PROGRAM) && account.is_data_empty() && !same(account.address(), &INCINERATOR);
    if is_wallet || vault.is_some_and(|vault| same(account.address(), vault)) {
        return Ok(());
    }
    Err(CurveError::InvalidReceiver)
}
