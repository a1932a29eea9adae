//! Lets the admin withdraw so much from the vault within any 86,400 seconds.

use super::{GrantAllowanceAccounts, GrantAllowanceData};
use crate::{errors::CurveError, events::AllowanceGranted, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: GrantAllowanceAccounts, data: GrantAllowanceData) -> Result<(), CurveError> {
    let GrantAllowanceAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    state.allowance = data.allowance;
    let event = AllowanceGranted::new(state.next_seq()?, *super_admin.address(), data.allowance);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
