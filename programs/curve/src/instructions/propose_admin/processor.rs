//! Proposes a new admin, in place of any other proposal.

use super::{ProposeAdminAccounts, ProposeAdminData};
use crate::{errors::CurveError, events::AdminProposed, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: ProposeAdminAccounts, data: ProposeAdminData) -> Result<(), CurveError> {
    let ProposeAdminAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    state.pending_admin = data.proposed;
    let event = AdminProposed::new(state.next_seq()?, *super_admin.address(), data.proposed);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
