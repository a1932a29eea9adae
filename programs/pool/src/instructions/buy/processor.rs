//! Swaps exactly so many lamports for tokens.

use kit::{system::transfer, token_2022};
use pinocchio::cpi::Signer;

use super::{BuyAccounts, BuyData};
use crate::{
    errors::PoolError,
    events::{emit, PoolBought},
    state::PoolSigner,
};

/// # Errors
/// [`PoolError::InvalidAmount`], [`PoolError::BuySlippageExceeded`], [`PoolError::AmountTooLarge`],
/// [`PoolError::InsufficientFunds`], [`PoolError::MemoRequired`].
#[inline(always)]
pub fn process(accounts: BuyAccounts, data: BuyData) -> Result<(), PoolError> {
    let BuyAccounts { buyer, pool, vault, buyer_token_account, program, .. } = accounts;
    let state = &mut *pool.state;
    let swap = state.reserves().buy(&state.rates()?, data.lamports, data.min_tokens)?;
    state.settle(&swap)?;
    let seq = state.next_seq()?;

    token_2022::takes_transfers(buyer_token_account)?;
    transfer(buyer, &pool.view, data.lamports)?;
    let signer = PoolSigner::new(state);
    let seeds = signer.seeds();
    token_2022::transfer(vault, buyer_token_account, &pool.view, swap.output, &[Signer::from(&seeds)]);
    let event = PoolBought::new(
        seq,
        state.token_id,
        data.lamports,
        swap.output,
        swap.liquidity,
        swap.creator,
        swap.platform,
        state.lamport_reserve,
        state.token_reserve,
        state.mint,
        *buyer.address(),
    );
    emit(program, &pool.view, event.as_bytes(), Signer::from(&seeds));
    Ok(())
}
