//! Finds the instruction by its first eight bytes, and says in words why one failed.

use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

use crate::{
    checks::Call,
    errors::OnceError,
    instructions::{cancel, close, init, mark},
};

const INIT: u64 = u64::from_le_bytes(init::DISCRIMINATOR);
const MARK: u64 = u64::from_le_bytes(mark::DISCRIMINATOR);
const CANCEL: u64 = u64::from_le_bytes(cancel::DISCRIMINATOR);
const CLOSE: u64 = u64::from_le_bytes(close::DISCRIMINATOR);

/// Anchor's code for data that names no instruction.
const FALLBACK_NOT_FOUND: ProgramError = ProgramError::Custom(101);

/// # Errors
/// A [`OnceError`] after its line in the log, or what the runtime answered.
#[inline(always)]
pub fn process_instruction(program_id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    let Some((name, arguments)) = data.split_first_chunk::<8>() else {
        return Err(FALLBACK_NOT_FOUND);
    };
    let call = Call { program_id, accounts, data: arguments };
    let result = match u64::from_le_bytes(*name) {
        MARK => mark::process(call),
        INIT => init::process(call),
        CANCEL => cancel::process(call),
        CLOSE => close::process(call),
        _ => return Err(FALLBACK_NOT_FOUND),
    };
    result.map_err(OnceError::explain)
}
