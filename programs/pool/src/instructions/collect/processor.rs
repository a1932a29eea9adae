//! Pays accrued fees to creator and platform. Who could not keep the money is left out, and keeps its claim.

use kit::{
    rent::Rent,
    system::{pay, sum},
};
use pinocchio::cpi::Signer;

use super::CollectAccounts;
use crate::{
    errors::PoolError,
    events::{emit, PoolFeesCollected},
    state::PoolSigner,
};

/// # Errors
/// [`PoolError::InvalidReserve`] when the pool does not hold what it owes. Nothing to pay is no error.
#[inline(always)]
pub fn process(accounts: CollectAccounts) -> Result<(), PoolError> {
    let CollectAccounts { mut pool, creator, fee_receiver, program, .. } = accounts;
    let state = &mut *pool.state;
    let rent = Rent::read()?;
    let creator_amount = rent.payable(creator, state.creator_fees);
    let platform_amount = rent.payable(fee_receiver, state.platform_fees);
    let leaving = sum(creator_amount, platform_amount)?;
    if leaving == 0 {
        return Ok(());
    }
    // each amount is its whole counter or nothing
    state.creator_fees = state.creator_fees.saturating_sub(creator_amount);
    state.platform_fees = state.platform_fees.saturating_sub(platform_amount);
    state.covers(&pool.view, leaving, rent)?;
    let event = PoolFeesCollected::new(
        state.next_seq()?,
        state.token_id,
        creator_amount,
        platform_amount,
        state.mint,
        *creator.address(),
        *fee_receiver.address(),
    );
    let signer = PoolSigner::new(state);
    emit(program, &pool.view, event.as_bytes(), Signer::from(&signer.seeds()));
    pay(&mut pool.view, creator, creator_amount)?;
    Ok(pay(&mut pool.view, fee_receiver, platform_amount)?)
}
