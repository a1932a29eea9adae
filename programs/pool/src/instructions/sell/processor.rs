//! Swaps exactly so many tokens for lamports.

use curve_math::Refusal;
use kit::{rent::Rent, system::pay, token_2022};
use pinocchio::cpi::Signer;

use super::{SellAccounts, SellData};
use crate::{
    errors::PoolError,
    events::{emit, PoolSold},
    state::PoolSigner,
};

/// # Errors
/// [`PoolError::InvalidAmount`], [`PoolError::SellSlippageExceeded`], [`PoolError::AmountTooLarge`],
/// [`PoolError::InvalidReserve`], [`PoolError::CpiGuarded`].
#[inline(always)]
pub fn process(accounts: SellAccounts, data: SellData) -> Result<(), PoolError> {
    let SellAccounts { seller, mut pool, vault, seller_token_account, program, .. } = accounts;
    let state = &mut *pool.state;
    let swap = state.reserves().sell(&state.rates()?, data.tokens, data.min_lamports).map_err(|refusal| match refusal {
        Refusal::Slippage => PoolError::SellSlippageExceeded,
        other => other.into(),
    })?;
    state.settle(&swap)?;
    let seq = state.next_seq()?;
    state.covers(&pool.view, swap.output, Rent::read()?)?;

    token_2022::unguarded(seller_token_account)?;
    token_2022::transfer(seller_token_account, vault, seller, data.tokens, &[]);
    let event = PoolSold::new(
        seq,
        state.token_id,
        swap.output,
        data.tokens,
        swap.liquidity,
        swap.creator,
        swap.platform,
        state.lamport_reserve,
        state.token_reserve,
        state.mint,
        *seller.address(),
    );
    let signer = PoolSigner::new(state);
    emit(program, &pool.view, event.as_bytes(), Signer::from(&signer.seeds()));
    Ok(pay(&mut pool.view, seller, swap.output)?)
}
