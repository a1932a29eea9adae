//! Names who gets platform fees.

use super::SetFeeReceiverAccounts;
use crate::{errors::CurveError, events::FeeReceiverSet, state::FactorySigner};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: SetFeeReceiverAccounts) -> Result<(), CurveError> {
    let SetFeeReceiverAccounts { super_admin, factory, fee_receiver, program } = accounts;
    let state = &mut *factory.state;
    let previous = state.fee_receiver;
    state.fee_receiver = *fee_receiver.address();
    let event = FeeReceiverSet::new(state.next_seq()?, *super_admin.address(), previous, state.fee_receiver);
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
