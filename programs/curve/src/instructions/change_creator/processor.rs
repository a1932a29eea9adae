//! Hands a token over to another creator: who is named as such, and who is paid from now on, accrued fees included.

use pinocchio::cpi::Signer;

use super::ChangeCreatorAccounts;
use crate::{
    errors::CurveError,
    events::{emit, CreatorChanged},
    state::TokenSigner,
};

/// # Errors
/// [`CurveError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: ChangeCreatorAccounts) -> Result<(), CurveError> {
    let ChangeCreatorAccounts { token, new_creator, program, .. } = accounts;
    let state = &mut *token.state;
    let previous = state.creator;
    state.creator = *new_creator.address();
    let event = CreatorChanged::new(state.next_seq()?, state.token_id, state.mint, previous, state.creator);
    let signer = TokenSigner::new(state);
    emit(program, &token.view, event.as_bytes(), Signer::from(&signer.seeds()));
    Ok(())
}
