//! What every instruction asks of its accounts, in the words of the errors.

use pinocchio::{address::address_eq, AccountView, Address};

use crate::{
    errors::CurveError,
    state::{Factory, Layout, Token},
    token_2022,
};

/// One instruction as the runtime hands it over, without the eight bytes that name it.
pub struct Call<'a> {
    pub program_id: &'a Address,
    pub accounts: &'a mut [AccountView],
    pub data: &'a [u8],
}

/// An account of this program with its contents.
pub struct Loaded<'a, T> {
    pub view: AccountView,
    pub state: &'a mut T,
}

/// Both addresses are the same.
#[inline(always)]
pub fn same(a: &Address, b: &Address) -> bool {
    address_eq(a, b)
}

/// # Errors
/// [`CurveError::MissingSigner`].
#[inline(always)]
pub fn signer(account: &AccountView) -> Result<(), CurveError> {
    if account.is_signer() { Ok(()) } else { Err(CurveError::MissingSigner) }
}

/// # Errors
/// [`CurveError::NotWritable`].
#[inline(always)]
pub fn writable(account: &AccountView) -> Result<(), CurveError> {
    if account.is_writable() { Ok(()) } else { Err(CurveError::NotWritable) }
}

/// The account lies at `address`.
/// # Errors
/// `otherwise`.
#[inline(always)]
pub fn at(account: &AccountView, address: &Address, otherwise: CurveError) -> Result<(), CurveError> {
    if same(account.address(), address) { Ok(()) } else { Err(otherwise) }
}

/// Absent optional accounts are given as the program's own address.
#[inline(always)]
pub fn optional<'a>(account: &'a mut AccountView, program_id: &Address) -> Option<&'a mut AccountView> {
    if same(account.address(), program_id) { None } else { Some(account) }
}

/// The account belongs to this program and has `T`'s layout. Only this program's create instructions make such
/// accounts, each at its derived address, so that no address is derived again here.
/// # Errors
/// `otherwise`, or [`CurveError::UnsupportedVersion`].
#[inline(always)]
pub fn load<'a, T: Layout>(
    account: &'a mut AccountView,
    program_id: &Address,
    otherwise: CurveError,
) -> Result<Loaded<'a, T>, CurveError> {
    let view = *account;
    if !address_eq(view.owner(), program_id) || view.data_len() < core::mem::size_of::<T>() {
        return Err(otherwise);
    }
    // SAFETY: long enough; account data is 8-byte aligned, T is made of integers and addresses only, and the one
    // reference to it lives as long as the borrow of the account.
    let state = unsafe { &mut *account.data_mut_ptr().cast::<T>() };
    if state.discriminator() != T::NAME {
        return Err(otherwise);
    }
    if state.version() != T::VERSION {
        return Err(CurveError::UnsupportedVersion);
    }
    Ok(Loaded { view, state })
}

/// The factory, to read.
/// # Errors
/// [`CurveError::InvalidFactory`], [`CurveError::UnsupportedVersion`].
#[inline(always)]
pub fn factory<'a>(account: &'a mut AccountView, program_id: &Address) -> Result<&'a Factory, CurveError> {
    load::<Factory>(account, program_id, CurveError::InvalidFactory).map(|loaded| &*loaded.state)
}

/// The factory, to change.
/// # Errors
/// As [`factory`], and [`CurveError::NotWritable`].
#[inline(always)]
pub fn factory_mut<'a>(
    account: &'a mut AccountView,
    program_id: &Address,
) -> Result<Loaded<'a, Factory>, CurveError> {
    writable(account)?;
    load(account, program_id, CurveError::InvalidFactory)
}

/// A token's state, to change.
/// # Errors
/// [`CurveError::InvalidToken`], [`CurveError::UnsupportedVersion`], [`CurveError::NotWritable`].
#[inline(always)]
pub fn token<'a>(account: &'a mut AccountView, program_id: &Address) -> Result<Loaded<'a, Token>, CurveError> {
    writable(account)?;
    load(account, program_id, CurveError::InvalidToken)
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
#[inline(always)]
pub fn super_admin(account: &AccountView, factory: &Factory) -> Result<(), CurveError> {
    at(account, &factory.super_admin, CurveError::InvalidSuperAdmin)?;
    signer(account)
}

/// A writable Token-2022 account of this owner for this mint.
/// # Errors
/// [`CurveError::InvalidTokenAccount`], [`CurveError::NotWritable`].
#[inline(always)]
pub fn token_account(account: &AccountView, mint: &Address, owner: &Address) -> Result<(), CurveError> {
    const LEN: usize = 165;
    writable(account)?;
    if !address_eq(account.owner(), &token_2022::PROGRAM) || account.data_len() < LEN {
        return Err(CurveError::InvalidTokenAccount);
    }
    // SAFETY: long enough for mint (bytes 0 to 31) and owner (32 to 63); an address may lie anywhere.
    let [account_mint, account_owner] = unsafe { &*account.data_ptr().cast::<[Address; 2]>() };
    if same(account_mint, mint) && same(account_owner, owner) { Ok(()) } else { Err(CurveError::InvalidTokenAccount) }
}

/// A recipient of the referral share: not the trader, not the token's own state, and writable.
/// # Errors
/// [`CurveError::InvalidReferrer`], [`CurveError::NotWritable`].
#[inline(always)]
pub fn referrer(account: &AccountView, trader: &AccountView, token: &AccountView) -> Result<(), CurveError> {
    if same(account.address(), trader.address()) || same(account.address(), token.address()) {
        return Err(CurveError::InvalidReferrer);
    }
    writable(account)
}
