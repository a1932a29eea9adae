mod accounts;
mod data;
mod processor;

pub use accounts::SetGuardianAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = SetGuardianAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, SetGuardianData::try_from(call.data)?)
}
