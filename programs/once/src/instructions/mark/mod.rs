mod accounts;
mod data;
mod processor;

pub use accounts::MarkAccounts;
pub use data::*;

use crate::{checks::Call, errors::OnceError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), OnceError> {
    let accounts = MarkAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, MarkData::try_from(call.data)?)
}
