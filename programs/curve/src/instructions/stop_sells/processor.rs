//! Stops every trade on every curve for 72 hours, and not again within the 72 hours after: holders get out in between.

use pinocchio::{AccountView, Address};

use super::StopSellsAccounts;
use crate::{
    checks::Loaded,
    errors::CurveError,
    events::SellsStopped,
    state::{Factory, FactorySigner, STOP_PERIOD},
    system::now,
};

/// # Errors
/// [`CurveError::SellsStoppedLately`].
#[inline(always)]
pub fn process(accounts: StopSellsAccounts) -> Result<(), CurveError> {
    let StopSellsAccounts { super_admin, factory, program } = accounts;
    stop(factory, super_admin, program)
}

/// Stops, whichever officer says so.
/// # Errors
/// [`CurveError::SellsStoppedLately`].
#[inline(never)]
pub fn stop(factory: Loaded<Factory>, officer: &AccountView, program: &Address) -> Result<(), CurveError> {
    let state = &mut *factory.state;
    let until = state.sells_stopped_until;
    let now = now()?;
    if until != 0 && now < until.saturating_add(STOP_PERIOD) {
        return Err(CurveError::SellsStoppedLately);
    }
    state.sells_stopped_until = now.saturating_add(STOP_PERIOD);
    let event = SellsStopped::new(state.next_seq()?, *officer.address(), state.sells_stopped_until);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
