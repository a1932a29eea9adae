mod accounts;
mod data;
mod processor;

pub use accounts::ProposeSuperAdminAccounts;
pub use data::*;

use crate::{checks::Call, errors::CurveError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), CurveError> {
    let accounts = ProposeSuperAdminAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, ProposeSuperAdminData::try_from(call.data)?)
}
