mod accounts;
mod data;
mod processor;

pub use accounts::ProposeAdminAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = ProposeAdminAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, ProposeAdminData::try_from(call.data)?)
}
