//! Names the guardian, in place of any other: a key at hand that can pause and stop, while the super admin's may be a multisig's.

use super::{SetGuardianAccounts, SetGuardianData};
use crate::{errors::CurveError, events::GuardianSet, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: SetGuardianAccounts, data: SetGuardianData) -> Result<(), CurveError> {
    let SetGuardianAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    let previous = state.guardian;
    state.guardian = data.guardian;
    let event = GuardianSet::new(state.next_seq()?, *super_admin.address(), previous, state.guardian);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
