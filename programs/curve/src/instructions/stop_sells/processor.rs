//! Stops every trade on every curve for 72 hours, and not again within the 72 hours after: holders get out in between.

use super::StopSellsAccounts;
use crate::{errors::CurveError, events::SellsStopped, state::FactorySigner, system::now};

/// 72 hours.
const PERIOD: i64 = 259_200;

/// # Errors
/// [`CurveError::SellsStoppedLately`].
#[inline(always)]
pub fn process(accounts: StopSellsAccounts) -> Result<(), CurveError> {
    let StopSellsAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    let until = state.sells_stopped_until;
    let now = now()?;
    if until != 0 && now < until.saturating_add(PERIOD) {
        return Err(CurveError::SellsStoppedLately);
    }
    state.sells_stopped_until = now.saturating_add(PERIOD);
    let event = SellsStopped::new(state.next_seq()?, *super_admin.address(), state.sells_stopped_until);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
