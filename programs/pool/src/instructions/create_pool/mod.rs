mod accounts;
mod data;
mod processor;

pub use accounts::CreatePoolAccounts;
pub use data::*;

use crate::{checks::Call, errors::PoolError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), PoolError> {
    let accounts = CreatePoolAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, CreatePoolData::try_from(call.data)?)
}
