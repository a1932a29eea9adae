//! Takes the office of admin, which empties the proposal.

use super::AcceptAdminAccounts;
use crate::{errors::CurveError, events::AdminAccepted, state::FactorySigner, system::SYSTEM_PROGRAM};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: AcceptAdminAccounts) -> Result<(), CurveError> {
    let AcceptAdminAccounts { pending_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    let previous = state.admin;
    state.admin = *pending_admin.address();
    state.pending_admin = SYSTEM_PROGRAM;
    let event = AdminAccepted::new(state.next_seq()?, previous, state.admin);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
