//! Stops create, buy and co-signed sells for 72 hours, and not again within the 72 hours after: a stolen key stops nothing for
//! long. The super admin ends it by `unpause`.

use super::PauseAsGuardianAccounts;
use crate::{
    errors::CurveError,
    events::GuardianPaused,
    state::{FactorySigner, STOP_PERIOD},
    system::now,
};

/// # Errors
/// [`CurveError::PausedLately`], [`CurveError::AmountTooLarge`] from the year 2106 on.
#[inline(always)]
pub fn process(accounts: PauseAsGuardianAccounts) -> Result<(), CurveError> {
    let PauseAsGuardianAccounts { guardian, factory, program } = accounts;
    let state = &mut *factory.state;
    let last = i64::from(state.guardian_pause_ends);
    let now = now()?;
    if last != 0 && now < last.saturating_add(STOP_PERIOD) {
        return Err(CurveError::PausedLately);
    }
    let until = now.saturating_add(STOP_PERIOD);
    state.guardian_pause_ends = u32::try_from(until).map_err(|_| CurveError::AmountTooLarge)?;
    let event = GuardianPaused::new(state.next_seq()?, *guardian.address(), until);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
