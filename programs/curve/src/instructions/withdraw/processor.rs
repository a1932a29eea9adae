//! Pays out of the vault, never more than the allowance within any 86,400 seconds.

use kit::rent::Rent;

use super::{WithdrawAccounts, WithdrawData};
use crate::{
    errors::CurveError,
    events::Withdrawn,
    state::FactorySigner,
    system::{now, pay, sum},
};

/// # Errors
/// [`CurveError::InvalidAmount`], [`CurveError::AllowanceExceeded`], [`CurveError::InvalidReserve`] when the vault would
/// not keep its rent, [`CurveError::InvalidReceiver`] for a receiver that could not keep the money.
#[inline(never)]
pub fn process(accounts: WithdrawAccounts, data: WithdrawData) -> Result<(), CurveError> {
    let WithdrawAccounts { admin, factory, vault, withdraw_receiver, program } = accounts;
    let state = &mut *factory.state;
    if data.lamports == 0 {
        return Err(CurveError::InvalidAmount);
    }
    let spent = state.count_withdrawal(data.lamports, now()?)?;
    if spent > state.allowance {
        return Err(CurveError::AllowanceExceeded);
    }
    let rent = Rent::read()?;
    if vault.lamports() < sum(rent.exempt(vault.data_len()), data.lamports)? {
        return Err(CurveError::InvalidReserve);
    }
    if !rent.can_receive(withdraw_receiver, data.lamports) {
        return Err(CurveError::InvalidReceiver);
    }
    let event = Withdrawn::new(
        state.next_seq()?,
        *admin.address(),
        *withdraw_receiver.address(),
        data.lamports,
        spent,
        state.allowance_hour,
    );
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(pay(vault, withdraw_receiver, data.lamports)?)
}
