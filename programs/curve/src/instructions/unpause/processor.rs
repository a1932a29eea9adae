//! Lets create, buy and co-signed sells go on, whoever paused them.

use super::UnpauseAccounts;
use crate::{
    errors::CurveError,
    events::{FactoryUnpaused, GuardianPauseEnded},
    state::FactorySigner,
    system::now,
};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: UnpauseAccounts) -> Result<(), CurveError> {
    let UnpauseAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    state.paused = 0;
    let event = FactoryUnpaused::new(state.next_seq()?, *super_admin.address());
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());

    let now = now()?;
    if i64::from(state.guardian_pause_ends) > now {
        // the 72 hours in which the guardian can't pause again begin
        state.guardian_pause_ends = u32::try_from(now).map_err(|_| CurveError::AmountTooLarge)?;
        let event = GuardianPauseEnded::new(state.next_seq()?, *super_admin.address(), now);
        FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    }
    Ok(())
}
