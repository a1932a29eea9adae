mod accounts;
mod data;
mod processor;

pub use accounts::CloseAccounts;
pub use data::*;

use crate::{checks::Call, errors::OnceError, instructions::end};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), OnceError> {
    let accounts = CloseAccounts::try_from((call.program_id, call.accounts))?;
    end(call.data)?;
    processor::process(accounts)
}
