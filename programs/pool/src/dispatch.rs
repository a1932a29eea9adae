//! Finds the instruction by its first eight bytes, and says in words why one failed.

use kit::layout::Layout;
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

use crate::{
    checks::Call,
    errors::PoolError,
    events,
    instructions::{buy, change_creator, collect, create_pool, sell},
    state::Pool,
};

const BUY: u64 = u64::from_le_bytes(buy::DISCRIMINATOR);
const SELL: u64 = u64::from_le_bytes(sell::DISCRIMINATOR);
const EVENT: u64 = u64::from_le_bytes(events::EVENT_TAG);
const CHANGE_CREATOR: u64 = u64::from_le_bytes(change_creator::DISCRIMINATOR);
const COLLECT: u64 = u64::from_le_bytes(collect::DISCRIMINATOR);
const CREATE_POOL: u64 = u64::from_le_bytes(create_pool::DISCRIMINATOR);

/// Anchor's code for data that names no instruction.
const FALLBACK_NOT_FOUND: ProgramError = ProgramError::Custom(101);

/// # Errors
/// A [`PoolError`] after its line in the log, or what the runtime answered.
#[inline(always)]
pub fn process_instruction(program_id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    let Some((name, arguments)) = data.split_first_chunk::<8>() else {
        return Err(FALLBACK_NOT_FOUND);
    };
    let call = Call { program_id, accounts, data: arguments };
    let result = match u64::from_le_bytes(*name) {
        EVENT => return events::receive(&call, &[Pool::NAME]),
        BUY => buy::process(call),
        SELL => sell::process(call),
        CHANGE_CREATOR => change_creator::process(call),
        COLLECT => collect::process(call),
        CREATE_POOL => create_pool::process(call),
        _ => return Err(FALLBACK_NOT_FOUND),
    };
    result.map_err(PoolError::explain)
}
