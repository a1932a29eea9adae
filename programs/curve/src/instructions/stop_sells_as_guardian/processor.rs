//! As `stop_sells`, by the guardian: one stop of 72 hours for both of them, and not again within the 72 hours after.

use super::StopSellsAsGuardianAccounts;
use crate::{errors::CurveError, instructions::stop_sells::stop};

/// # Errors
/// [`CurveError::SellsStoppedLately`].
#[inline(always)]
pub fn process(accounts: StopSellsAsGuardianAccounts) -> Result<(), CurveError> {
    let StopSellsAsGuardianAccounts { guardian, factory, program } = accounts;
    stop(factory, guardian, program)
}
