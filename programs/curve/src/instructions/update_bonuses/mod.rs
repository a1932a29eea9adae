mod accounts;
mod data;
mod processor;

pub use accounts::UpdateBonusesAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = UpdateBonusesAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, UpdateBonusesData::try_from(call.data)?)
}
