mod accounts;
mod data;
mod processor;

pub use accounts::CancelAccounts;
pub use data::*;

use crate::{checks::Call, errors::OnceError, instructions::end};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), OnceError> {
    let accounts = CancelAccounts::try_from((call.program_id, call.accounts))?;
    end(call.data)?;
    processor::process(accounts)
}
