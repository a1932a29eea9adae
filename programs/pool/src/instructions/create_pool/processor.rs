//! Opens a pool with the reserves that the curve hands over, for good: no instruction adds or takes liquidity.

use kit::{
    derive::address_at,
    rent::Rent,
    system::{create, sum, Plan},
    token_2022::{self, initialize_account},
};
use pinocchio::cpi::{Seed, Signer};

use super::{CreatePoolAccounts, CreatePoolData};
use crate::{
    errors::PoolError,
    events::{emit, PoolCreated},
    seeds,
    state::{make, Pool, PoolSigner},
};

const LIQUIDITY_BPS: u16 = 20;
const CREATOR_BPS: u16 = 40;
const PLATFORM_BPS: u16 = 40;

/// # Errors
/// [`PoolError::InvalidReserve`] when the lamports are not there, [`PoolError::InvalidAmount`] for an empty side,
/// [`PoolError::InvalidAddress`], [`PoolError::AlreadyInitialized`], [`PoolError::InsufficientFunds`].
#[inline(never)]
pub fn process(accounts: CreatePoolAccounts, data: CreatePoolData) -> Result<(), PoolError> {
    let CreatePoolAccounts { payer, token, mint, pool, vault, program, .. } = accounts;
    if data.lamports == 0 || data.tokens == 0 {
        return Err(PoolError::InvalidAmount);
    }
    let pool_id = pool.address().as_array();
    let token_id = token.address().as_array();
    if pool.address() != &address_at(seeds::POOL, token_id, data.bump, program)
        || vault.address() != &address_at(seeds::VAULT, pool_id, data.vault_bump, program)
    {
        return Err(PoolError::InvalidAddress);
    }
    if pool.lamports() < data.lamports {
        return Err(PoolError::InvalidReserve);
    }
    let (bumps, vault_bumps) = ([data.bump], [data.vault_bump]);
    let seeds = [Seed::from(seeds::POOL), Seed::from(token_id), Seed::from(&bumps)];
    let rent = Rent::read()?;
    let plan = Plan { space: Pool::LEN as u64, lamports: sum(rent.exempt(Pool::LEN), data.lamports)?, owner: program };
    create(payer, pool, Signer::from(&seeds), &plan)?;
    let vault_seeds = [Seed::from(seeds::VAULT), Seed::from(pool_id), Seed::from(&vault_bumps)];
    let space = token_2022::ACCOUNT_LEN;
    let plan = Plan { space: space as u64, lamports: rent.exempt(space), owner: &token_2022::PROGRAM };
    create(payer, vault, Signer::from(&vault_seeds), &plan)?;
    initialize_account(vault, mint, pool.address());

    let made = make::<Pool>(*pool, program)?;
    *made.state = Pool {
        discriminator: Pool::DISCRIMINATOR,
        version: Pool::VERSION,
        bump: data.bump,
        vault_bump: data.vault_bump,
        padding: [0; 5],
        token: *token.address(),
        mint: *mint.address(),
        vault: *vault.address(),
        creator: data.creator,
        factory: data.factory,
        token_id: data.token_id,
        lamport_reserve: data.lamports,
        token_reserve: data.tokens,
        creator_fees: 0,
        platform_fees: 0,
        seq: 0,
        liquidity_fee: LIQUIDITY_BPS,
        creator_fee: CREATOR_BPS,
        platform_fee: PLATFORM_BPS,
        reserved: [0; 2],
    };
    let state = &mut *made.state;
    let event = PoolCreated::new(
        state.next_seq()?,
        state.token_id,
        state.lamport_reserve,
        state.token_reserve,
        state.token,
        state.mint,
        state.creator,
        state.liquidity_fee,
        state.creator_fee,
        state.platform_fee,
    );
    emit(program, &made.view, event.as_bytes(), Signer::from(&PoolSigner::new(state).seeds()));
    Ok(())
}
