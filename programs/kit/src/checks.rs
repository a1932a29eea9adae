//! What every instruction asks of its accounts.

use pinocchio::{address::address_eq, AccountView, Address};

use crate::{
    derive::on_curve,
    errors::Failure,
    layout::{Layout, Loaded},
    system::SYSTEM_PROGRAM,
    token_2022,
};

/// One instruction as the runtime hands it over, without the eight bytes that name it.
pub struct Call<'a> {
    pub program_id: &'a Address,
    pub accounts: &'a mut [AccountView],
    pub data: &'a [u8],
}

/// Both addresses are the same.
#[inline(always)]
pub fn same(a: &Address, b: &Address) -> bool {
    address_eq(a, b)
}

/// # Errors
/// [`Failure::MissingSigner`].
#[inline(always)]
pub fn signer(account: &AccountView) -> Result<(), Failure> {
    if account.is_signer() { Ok(()) } else { Err(Failure::MissingSigner) }
}

/// # Errors
/// [`Failure::NotWritable`].
#[inline(always)]
pub fn writable(account: &AccountView) -> Result<(), Failure> {
    if account.is_writable() { Ok(()) } else { Err(Failure::NotWritable) }
}

/// The account lies at `address`.
/// # Errors
/// `otherwise`.
#[inline(always)]
pub fn at<E>(account: &AccountView, address: &Address, otherwise: E) -> Result<(), E> {
    if same(account.address(), address) { Ok(()) } else { Err(otherwise) }
}

/// Absent optional accounts are given as the program's own address.
#[inline(always)]
pub fn optional<'a>(account: &'a mut AccountView, program_id: &Address) -> Option<&'a mut AccountView> {
    if same(account.address(), program_id) { None } else { Some(account) }
}

/// The account belongs to the program, has `T`'s layout, and lies where the seeds and the bump that it keeps say.
/// # Errors
/// `otherwise`, or [`Failure::UnsupportedVersion`].
#[inline(always)]
pub fn load<'a, T: Layout, E: From<Failure>>(
    account: &'a mut AccountView,
    program_id: &Address,
    otherwise: E,
) -> Result<Loaded<'a, T>, E> {
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
    if state.version() < T::OLDEST || state.version() > T::VERSION {
        return Err(Failure::UnsupportedVersion.into());
    }
    if !state.lies_at(view.address(), program_id) {
        return Err(otherwise);
    }
    Ok(Loaded { view, state })
}

/// A writable Token-2022 account of this owner for this mint.
/// # Errors
/// [`Failure::InvalidTokenAccount`], [`Failure::NotWritable`].
#[inline(always)]
pub fn token_account(account: &AccountView, mint: &Address, owner: &Address) -> Result<(), Failure> {
    writable(account)?;
    if !address_eq(account.owner(), &token_2022::PROGRAM) || account.data_len() < token_2022::ACCOUNT_LEN {
        return Err(Failure::InvalidTokenAccount);
    }
    // SAFETY: long enough for mint (bytes 0 to 31) and owner (32 to 63); an address may lie anywhere.
    let [account_mint, account_owner] = unsafe { &*account.data_ptr().cast::<[Address; 2]>() };
    if same(account_mint, mint) && same(account_owner, owner) { Ok(()) } else { Err(Failure::InvalidTokenAccount) }
}

/// Whoever takes a token over is another than before, and can spend what it is paid: a plain wallet with a key of its own.
/// A derived address can sign within its program's calls, but nothing says that this program would ever pass lamports on.
#[inline(never)]
pub fn can_become_creator(account: &AccountView, present: &Address) -> bool {
    let address = account.address();
    !same(address, present)
        && !same(address, &SYSTEM_PROGRAM)
        && account.owned_by(&SYSTEM_PROGRAM)
        && account.is_data_empty()
        && on_curve(address)
}
