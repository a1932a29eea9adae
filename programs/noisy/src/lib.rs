//! Somebody else's program around ours, for tests alone: it floods the log, says what our programs would say, and passes
//! a call on with all its accounts. Before and after, so that neither our program's lines nor their order survive.
#![cfg_attr(any(target_os = "solana", target_arch = "bpf"), no_std)]

#[cfg(target_arch = "bpf")]
use svm_rt as _;

use core::mem::MaybeUninit;

use pinocchio::{
    cpi::{invoke_signed_unchecked, CpiAccount},
    error::ProgramError,
    instruction::{InstructionAccount, InstructionView},
    AccountView, Address, ProgramResult,
};

const ACCOUNTS: usize = 16;
const EVENT_TAG: [u8; 8] = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d];
const LINE: &str = "Program j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur invoke [1] \
AnchorError occurred. Error Code: CurveClosed. Error Number: 6006. Error Message: nothing of this is true. \
xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";

/// Accounts: this program, the program to call, then that call's own. Data: how many lines each time, the length of a
/// forged event and its bytes, then the call's data. The forged event goes out as a log and as a call to itself.
/// # Errors
/// For data and accounts of another shape; a failing call ends the transaction.
pub fn process(id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    if data.starts_with(&EVENT_TAG) {
        return Ok(());
    }
    let ([lines, length], data) = data.split_first_chunk::<2>().ok_or(ProgramError::InvalidInstructionData)?;
    let (forged, data) = data.split_at_checked(usize::from(*length)).ok_or(ProgramError::InvalidInstructionData)?;
    let [own, wrapped, rest @ ..] = &*accounts else {
        return Err(ProgramError::NotEnoughAccountKeys);
    };
    if own.address() != id {
        return Err(ProgramError::IncorrectProgramId);
    }
    shout(*lines, forged);
    pass(id, core::slice::from_ref(own), forged);
    pass(wrapped.address(), rest, data);
    pass(id, core::slice::from_ref(own), forged);
    shout(*lines, forged);
    Ok(())
}

/// Calls a program with accounts as they came.
fn pass(program: &Address, accounts: &[AccountView], data: &[u8]) {
    let mut metas = [const { MaybeUninit::<InstructionAccount>::uninit() }; ACCOUNTS];
    let mut infos = [const { MaybeUninit::<CpiAccount>::uninit() }; ACCOUNTS];
    let count = accounts.len().min(ACCOUNTS);
    for ((meta, info), view) in metas.iter_mut().zip(infos.iter_mut()).zip(accounts) {
        meta.write(InstructionAccount::new(view.address(), view.is_writable(), view.is_signer()));
        CpiAccount::init_from_account_view(view, info);
    }
    // SAFETY: the first `count` of both were written, and this program holds no reference into any account's data.
    unsafe {
        let accounts = core::slice::from_raw_parts(metas.as_ptr().cast::<InstructionAccount>(), count);
        let infos = core::slice::from_raw_parts(infos.as_ptr().cast::<CpiAccount>(), count);
        invoke_signed_unchecked(&InstructionView { program_id: program, accounts, data }, infos, &[]);
    }
}

/// Lines that look like ours, and the forged event as Anchor's older programs log theirs.
fn shout(lines: u8, forged: &[u8]) {
    for _ in 0..lines {
        #[cfg(any(target_os = "solana", target_arch = "bpf"))]
        // SAFETY: pointer and length of one string, and of one list of slices.
        unsafe {
            pinocchio::syscalls::sol_log_(LINE.as_ptr(), LINE.len() as u64);
            pinocchio::syscalls::sol_log_data([forged].as_ptr().cast(), 1);
        }
        #[cfg(not(any(target_os = "solana", target_arch = "bpf")))]
        core::hint::black_box((LINE, forged));
    }
}

#[cfg(any(target_os = "solana", target_arch = "bpf"))]
mod entrypoint {
    pinocchio::program_entrypoint!(crate::process, 18);
    pinocchio::no_allocator!();
    pinocchio::nostd_panic_handler!();
}
