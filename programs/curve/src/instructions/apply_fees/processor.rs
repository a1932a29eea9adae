//! Puts the announced fees into force, from 24 to 72 hours after they were announced. Then the announcement has lapsed.

use super::ApplyFeesAccounts;
use crate::{errors::CurveError, events::FeesUpdated, state::FactorySigner, system::now};

/// 48 hours: who waited for the day's notice and saw nothing change can go by the old fees again.
const GRACE: i64 = 172_800;

/// # Errors
/// [`CurveError::FeesNotDue`] when none are announced, their time has not come, or it is over.
#[inline(always)]
pub fn process(accounts: ApplyFeesAccounts) -> Result<(), CurveError> {
    let ApplyFeesAccounts { factory, program } = accounts;
    let state = &mut *factory.state;
    let from = state.announced_fees_from;
    let now = now()?;
    if from == 0 || now < from || now > from.saturating_add(GRACE) {
        return Err(CurveError::FeesNotDue);
    }
    let fees = state.announced_fees();
    state.set_fees(fees);
    // a new super admin would have ended the announcement of another one
    let event = FeesUpdated::of(state.next_seq()?, state.super_admin, &fees);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
