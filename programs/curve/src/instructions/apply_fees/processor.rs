//! Puts the announced fees into force, 24 hours after they were announced or later.

use super::ApplyFeesAccounts;
use crate::{errors::CurveError, events::FeesUpdated, state::FactorySigner, system::now};

/// # Errors
/// [`CurveError::FeesNotDue`] when none are announced, or their time has not come.
#[inline(always)]
pub fn process(accounts: ApplyFeesAccounts) -> Result<(), CurveError> {
    let ApplyFeesAccounts { factory, program } = accounts;
    let state = &mut *factory.state;
    if state.announced_fees_from == 0 || now()? < state.announced_fees_from {
        return Err(CurveError::FeesNotDue);
    }
    let fees = state.announced_fees();
    state.set_fees(fees);
    // a new super admin would have ended the announcement of another one
    let event = FeesUpdated::of(state.next_seq()?, state.super_admin, &fees);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
