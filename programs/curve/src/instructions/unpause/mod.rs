mod accounts;
mod data;
mod processor;

pub use accounts::UnpauseAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError, instructions::end};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = UnpauseAccounts::try_from((call.program_id, call.accounts))?;
    end(call.data)?;
    processor::process(accounts)
}
