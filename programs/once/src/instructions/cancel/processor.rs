//! Ends an airdrop: batches that have not landed can't land any more. A second time changes nothing.

use super::CancelAccounts;
use crate::errors::OnceError;

/// # Errors
/// None beyond those of the accounts.
#[inline(always)]
pub fn process(accounts: CancelAccounts) -> Result<(), OnceError> {
    accounts.once.state.cancelled = 1;
    Ok(())
}
