//! Hands a pool's creator fees over to another creator, accrued ones included. Who a token's creator is says the curve.

use pinocchio::cpi::Signer;

use super::ChangeCreatorAccounts;
use crate::{
    errors::PoolError,
    events::{emit, PoolCreatorChanged},
    state::PoolSigner,
};

/// # Errors
/// [`PoolError::AmountTooLarge`] after 2⁶⁴ events.
#[inline(always)]
pub fn process(accounts: ChangeCreatorAccounts) -> Result<(), PoolError> {
    let ChangeCreatorAccounts { pool, new_creator, program, .. } = accounts;
    let state = &mut *pool.state;
    let previous = state.creator;
    state.creator = *new_creator.address();
    let event = PoolCreatorChanged::new(state.next_seq()?, state.token_id, state.mint, previous, state.creator);
    let signer = PoolSigner::new(state);
    emit(program, &pool.view, event.as_bytes(), Signer::from(&signer.seeds()));
    Ok(())
}
