mod accounts;
mod data;
mod processor;

pub use accounts::InitAccounts;
pub use data::*;

use crate::{checks::Call, errors::OnceError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), OnceError> {
    let accounts = InitAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, InitData::try_from(call.data)?)
}
