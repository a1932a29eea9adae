//! Turns a closed curve into a mint of fixed supply, a pool that holds the whole reserve, and a vault to convert from.
//! Once that is done it changes nothing more, whoever calls it how often.

use curve_math::{migration, Migration as Shares, NEW_SUPPLY};
use kit::rent::Rent;
use pinocchio::cpi::Signer;

use super::{
    make::{make_conversion_vault, make_new_mint, open_pool, provide},
    MigrateAccounts,
};
use crate::{
    errors::CurveError,
    events::{emit, TokenMigrated},
    state::{grow, Migration, TokenSigner},
    system::{pay, sum},
    token_2022::{fix_supply, mint_to},
};

/// # Errors
/// [`CurveError::CurveOpen`] before the curve is closed, [`CurveError::AlreadyInitialized`] when an address is taken,
/// [`CurveError::InvalidReserve`], [`CurveError::InsufficientFunds`], and those of the pool program.
#[inline(never)]
pub fn process(mut accounts: MigrateAccounts) -> Result<(), CurveError> {
    let state = &*accounts.token.state;
    if state.x != state.x_max {
        return Err(CurveError::CurveOpen);
    }
    if state.migrated != 0 {
        return Ok(());
    }
    let before = accounts.caller.lamports();
    let shares = migration(state.x_max, state.floor, state.referral_bonus, state.reserve, state.bonding_curve_coeff)?;
    let rent = Rent::read()?;
    fill(&mut accounts, &shares, rent)?;
    record(&mut accounts, &shares, rent, before)
}

/// Makes the four accounts, out of what the caller pays once, and fills them.
#[inline(never)]
fn fill(accounts: &mut MigrateAccounts, shares: &Shares, rent: Rent) -> Result<(), CurveError> {
    let signer = TokenSigner::new(accounts.token.state);
    let seeds = signer.seeds();
    provide(accounts, rent)?;
    make_new_mint(accounts, rent, Signer::from(&seeds))?;
    make_conversion_vault(accounts, rent)?;
    let token = accounts.token.view;
    mint_to(accounts.new_mint, accounts.conversion_vault, &token, shares.vault, Signer::from(&seeds));
    open_pool(accounts, shares, rent, Signer::from(&seeds))?;
    let left = NEW_SUPPLY.checked_sub(shares.vault).ok_or(CurveError::AmountTooLarge)?;
    mint_to(accounts.new_mint, accounts.pool_vault, &token, left, Signer::from(&seeds));
    fix_supply(accounts.new_mint, &token, Signer::from(&seeds));
    fix_supply(accounts.mint, &token, Signer::from(&seeds));
    Ok(())
}

/// Writes down what became of the token, tells it, and pays the caller back.
#[inline(never)]
fn record(accounts: &mut MigrateAccounts, shares: &Shares, rent: Rent, before: u64) -> Result<(), CurveError> {
    let bumps = accounts.bumps();
    let token = &mut accounts.token;
    let state = &mut *token.state;
    let reserve = state.reserve;
    state.reserve = 0;
    state.migrated = 1;
    state.rate = shares.rate;
    state.migration_bumps = bumps;
    let seq = state.next_seq()?;
    let appended =
        Migration { new_mint: *accounts.new_mint.address(), liquidity_address: *accounts.pool.address() };
    grow(token, appended)?;

    let spent = before.saturating_sub(accounts.caller.lamports());
    let needed = sum(rent.exempt(accounts.vault.data_len()), spent)?;
    let refund = if accounts.vault.lamports() < needed { 0 } else { spent };
    let state = &*accounts.token.state;
    let event = TokenMigrated::new(
        seq,
        state.token_id,
        reserve,
        shares.rate,
        shares.vault,
        shares.pool,
        state.mint,
        *accounts.new_mint.address(),
        *accounts.pool.address(),
        *accounts.caller.address(),
        refund,
    );
    let signer = TokenSigner::new(state);
    emit(accounts.program, &accounts.token.view, event.as_bytes(), Signer::from(&signer.seeds()));
    Ok(pay(accounts.vault, accounts.caller, refund)?)
}
