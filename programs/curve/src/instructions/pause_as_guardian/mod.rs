mod accounts;
mod data;
mod processor;

pub use accounts::PauseAsGuardianAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError, instructions::end};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = PauseAsGuardianAccounts::try_from((call.program_id, call.accounts))?;
    end(call.data)?;
    processor::process(accounts)
}
