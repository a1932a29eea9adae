//! Calls to other programs and to the runtime, with as little around them as the runtime needs.

use core::mem::MaybeUninit;

use pinocchio::{
    cpi::{invoke_signed_unchecked, CpiAccount, Signer},
    instruction::{InstructionAccount, InstructionView},
    AccountView, Address,
};

use crate::errors::Failure;

/// The system program.
pub const SYSTEM_PROGRAM: Address = Address::new_from_array([0; 32]);

/// Calls `program`. A failing call ends the whole transaction in the runtime, so that nothing is returned.
#[inline(always)]
pub fn call<const N: usize>(
    program: &Address,
    metas: [InstructionAccount; N],
    views: [&AccountView; N],
    data: &[u8],
    signers: &[Signer],
) {
    let mut infos = [const { MaybeUninit::<CpiAccount>::uninit() }; N];
    for (info, view) in infos.iter_mut().zip(views) {
        CpiAccount::init_from_account_view(view, info);
    }
    let instruction = InstructionView { program_id: program, accounts: &metas, data };
    // SAFETY: all N infos were written. No reference into account data is used across a call that writes that data:
    // callees get the token state as a signer or as a recipient of lamports only.
    unsafe {
        let infos = core::slice::from_raw_parts(infos.as_ptr().cast::<CpiAccount>(), N);
        invoke_signed_unchecked(&instruction, infos, signers);
    }
}

/// System program: moves lamports out of a signing wallet.
/// # Errors
/// [`Failure::InsufficientFunds`] rather than the system program's own, unnamed one.
#[inline(always)]
pub fn transfer(from: &AccountView, to: &AccountView, lamports: u64) -> Result<(), Failure> {
    if from.lamports() < lamports {
        return Err(Failure::InsufficientFunds);
    }
    let mut data = [0u8; 12];
    data[0] = 2;
    data[4..].copy_from_slice(&lamports.to_le_bytes());
    let metas = [InstructionAccount::writable_signer(from.address()), InstructionAccount::writable(to.address())];
    call(&SYSTEM_PROGRAM, metas, [from, to], &data, &[]);
    Ok(())
}

/// What a new account is to be.
pub struct Plan<'a> {
    pub space: u64,
    pub lamports: u64,
    pub owner: &'a Address,
}

/// Makes an account at a derived address: by one call where nothing lies there, else by top-up, allocate and assign, as
/// lamports that somebody sent there before block `CreateAccount`.
/// # Errors
/// [`Failure::AlreadyInitialized`] when somebody owns it, [`Failure::InsufficientFunds`].
#[inline(never)]
pub fn create(payer: &AccountView, account: &AccountView, signer: Signer, plan: &Plan) -> Result<(), Failure> {
    if !account.owned_by(&SYSTEM_PROGRAM) || !account.is_data_empty() {
        return Err(Failure::AlreadyInitialized);
    }
    let signers = [signer];
    if account.lamports() == 0 {
        return create_at_once(payer, account, &signers, plan);
    }
    let missing = missing(account, plan.lamports);
    if missing > 0 {
        transfer(payer, account, missing)?;
    }
    let meta = [InstructionAccount::writable_signer(account.address())];
    if plan.space > 0 {
        let mut allocate = [0u8; 12];
        allocate[0] = 8;
        allocate[4..].copy_from_slice(&plan.space.to_le_bytes());
        call(&SYSTEM_PROGRAM, meta.clone(), [account], &allocate, &signers);
    }
    let mut assign = [0u8; 36];
    assign[0] = 1;
    assign[4..].copy_from_slice(plan.owner.as_array());
    call(&SYSTEM_PROGRAM, meta, [account], &assign, &signers);
    Ok(())
}

#[inline(always)]
fn create_at_once(
    payer: &AccountView,
    account: &AccountView,
    signers: &[Signer],
    plan: &Plan,
) -> Result<(), Failure> {
    if payer.lamports() < plan.lamports {
        return Err(Failure::InsufficientFunds);
    }
    let mut data = [0u8; 52];
    data[4..12].copy_from_slice(&plan.lamports.to_le_bytes());
    data[12..20].copy_from_slice(&plan.space.to_le_bytes());
    data[20..].copy_from_slice(plan.owner.as_array());
    let metas =
        [InstructionAccount::writable_signer(payer.address()), InstructionAccount::writable_signer(account.address())];
    call(&SYSTEM_PROGRAM, metas, [payer, account], &data, signers);
    Ok(())
}

/// What an account lacks of `lamports`.
#[inline(always)]
pub fn missing(account: &AccountView, lamports: u64) -> u64 {
    lamports.saturating_sub(account.lamports())
}

/// Moves lamports out of an account of the program. Comes after every call that does not get both: the runtime
/// balances each call's accounts.
/// # Errors
/// [`Failure::InvalidReserve`] when they are not there.
#[inline(always)]
pub fn pay(from: &mut AccountView, to: &mut AccountView, lamports: u64) -> Result<(), Failure> {
    let left = from.lamports().checked_sub(lamports).ok_or(Failure::InvalidReserve)?;
    from.set_lamports(left);
    to.set_lamports(sum(to.lamports(), lamports)?);
    Ok(())
}

/// # Errors
/// [`Failure::AmountTooLarge`].
#[inline(always)]
pub fn sum(a: u64, b: u64) -> Result<u64, Failure> {
    a.checked_add(b).ok_or(Failure::AmountTooLarge)
}

/// The cluster's Unix time.
/// # Errors
/// [`Failure::RuntimeRefused`] when there is none.
#[inline(never)]
pub fn now() -> Result<i64, Failure> {
    use pinocchio::sysvars::{clock::Clock, Sysvar};
    Clock::get().map(|clock| clock.unix_timestamp).map_err(|_| Failure::RuntimeRefused)
}

/// The slot that this runs in.
/// # Errors
/// [`Failure::RuntimeRefused`] when there is none.
#[inline(never)]
pub fn slot() -> Result<u64, Failure> {
    use pinocchio::sysvars::{clock::Clock, Sysvar};
    Clock::get().map(|clock| clock.slot).map_err(|_| Failure::RuntimeRefused)
}

/// A line in the transaction's log.
#[inline(always)]
pub fn log(line: &str) {
    #[cfg(any(target_os = "solana", target_arch = "bpf"))]
    // SAFETY: pointer and length of one string.
    unsafe {
        pinocchio::syscalls::sol_log_(line.as_ptr(), line.len() as u64)
    }
    #[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
    core::hint::black_box(line);
}
