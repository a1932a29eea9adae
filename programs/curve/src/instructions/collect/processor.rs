//! Pays accrued fees to creator and platform. Who could not keep the money is left out, and keeps its claim.

use kit::rent::Rent;
use pinocchio::cpi::Signer;

use super::CollectAccounts;
use crate::{
    errors::CurveError,
    events::{emit, FeesCollected},
    state::TokenSigner,
    system::{pay, sum},
};

/// # Errors
/// [`CurveError::InvalidReserve`] when the state does not hold what it owes. Nothing to pay is no error.
#[inline(always)]
pub fn process(accounts: CollectAccounts) -> Result<(), CurveError> {
    let CollectAccounts { mut token, creator, fee_receiver, program, .. } = accounts;
    let state = &mut *token.state;
    let rent = Rent::read()?;
    let creator_amount = rent.payable(creator, state.creator_fees);
    let platform_amount = rent.payable(fee_receiver, state.platform_fees);
    let leaving = sum(creator_amount, platform_amount)?;
    if leaving == 0 {
        return Ok(());
    }
    let owed = sum(sum(state.reserve, state.creator_fees)?, state.platform_fees)?;
    if token.view.lamports() < sum(owed, rent.exempt(token.view.data_len()))? {
        return Err(CurveError::InvalidReserve);
    }
    // each amount is its whole counter or nothing
    state.creator_fees = state.creator_fees.saturating_sub(creator_amount);
    state.platform_fees = state.platform_fees.saturating_sub(platform_amount);
    let seq = state.next_seq()?;

    let event = FeesCollected::new(
        seq,
        state.token_id,
        creator_amount,
        platform_amount,
        state.mint,
        *creator.address(),
        *fee_receiver.address(),
    );
    let signer = TokenSigner::new(state);
    emit(program, &token.view, event.as_bytes(), Signer::from(&signer.seeds()));
    pay(&mut token.view, creator, creator_amount)?;
    Ok(pay(&mut token.view, fee_receiver, platform_amount)?)
}
