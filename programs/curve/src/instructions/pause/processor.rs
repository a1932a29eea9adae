//! Stops create, buy and co-signed sells. Plain sells, collect and migration go on.

use super::PauseAccounts;
use crate::{errors::CurveError, events::FactoryPaused, state::FactorySigner};

/// Pausing what is paused changes nothing but the event's number.
/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: PauseAccounts) -> Result<(), CurveError> {
    let PauseAccounts { super_admin, factory, program } = accounts;
    factory.state.paused = 1;
    let event = FactoryPaused::new(factory.state.next_seq()?, *super_admin.address());
    FactorySigner::new(factory.state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
