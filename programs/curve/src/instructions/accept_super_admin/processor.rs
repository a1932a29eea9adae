//! Takes the office of super admin. Nobody that the one before has proposed or named as guardian, and no fees that it has
//! announced, outlive that.

use super::AcceptSuperAdminAccounts;
use crate::{errors::CurveError, events::SuperAdminAccepted, state::{FactorySigner, FeeRates}, system::SYSTEM_PROGRAM};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: AcceptSuperAdminAccounts) -> Result<(), CurveError> {
    let AcceptSuperAdminAccounts { pending_super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    let previous = state.super_admin;
    state.super_admin = *pending_super_admin.address();
    state.pending_super_admin = SYSTEM_PROGRAM;
    state.pending_admin = SYSTEM_PROGRAM;
    state.guardian = SYSTEM_PROGRAM;
    state.announce_fees(FeeRates::default(), 0);
    let event = SuperAdminAccepted::new(state.next_seq()?, previous, state.super_admin);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
