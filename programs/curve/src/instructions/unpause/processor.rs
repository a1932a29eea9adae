//! Lets create, buy and co-signed sells go on.

use super::UnpauseAccounts;
use crate::{errors::CurveError, events::FactoryUnpaused, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: UnpauseAccounts) -> Result<(), CurveError> {
    let UnpauseAccounts { super_admin, factory, program } = accounts;
    factory.state.paused = 0;
    let event = FactoryUnpaused::new(factory.state.next_seq()?, *super_admin.address());
    FactorySigner::new(factory.state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
