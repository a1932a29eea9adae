//! Names who gets withdrawals from the vault.

use super::SetWithdrawReceiverAccounts;
use crate::{errors::CurveError, events::WithdrawReceiverSet, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: SetWithdrawReceiverAccounts) -> Result<(), CurveError> {
    let SetWithdrawReceiverAccounts { super_admin, factory, withdraw_receiver, program } = accounts;
    let state = &mut *factory.state;
    let previous = state.withdraw_receiver;
    state.withdraw_receiver = *withdraw_receiver.address();
    let event = WithdrawReceiverSet::new(state.next_seq()?, *super_admin.address(), previous, state.withdraw_receiver);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
