mod accounts;
mod data;
mod make;
mod processor;

pub use accounts::MigrateAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError, instructions::end};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = MigrateAccounts::try_from((call.program_id, call.accounts))?;
    end(call.data)?;
    processor::process(accounts)
}
