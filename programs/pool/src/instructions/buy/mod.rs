mod accounts;
mod data;
mod processor;

pub use accounts::BuyAccounts;
pub use data::*;

use crate::{checks::Call, errors::PoolError};

/// # Errors
/// See the processor.
#[inline(always)]
pub fn process(call: Call) -> Result<(), PoolError> {
    let accounts = BuyAccounts::try_from((call.program_id, call.accounts))?;
    processor::process(accounts, BuyData::try_from(call.data)?)
}
