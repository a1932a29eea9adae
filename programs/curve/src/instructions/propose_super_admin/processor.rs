//! Proposes a new super admin, in place of any other proposal.

use super::{ProposeSuperAdminAccounts, ProposeSuperAdminData};
use crate::{errors::CurveError, events::SuperAdminProposed, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: ProposeSuperAdminAccounts, data: ProposeSuperAdminData) -> Result<(), CurveError> {
    let ProposeSuperAdminAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    state.pending_super_admin = data.proposed;
    let event = SuperAdminProposed::new(state.next_seq()?, *super_admin.address(), data.proposed);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
