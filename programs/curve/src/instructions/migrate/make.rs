//! The accounts that migration makes.

use curve_math::Migration as Shares;
use kit::{addresses::POOL, token_2022::ACCOUNT_LEN};
use pinocchio::{
    cpi::{Seed, Signer},
    instruction::InstructionAccount,
};

use super::MigrateAccounts;
use crate::{
    errors::CurveError,
    instructions::create_token::TEXTS_MAX,
    seeds,
    system::{call, create, pay, rent_exempt, Plan},
    token_2022::{self, initialize_account, initialize_metadata, initialize_mint, metadata_texts},
};

/// New base units per token are 10⁶.
const DECIMALS: u8 = 6;
/// The pool program's `create_pool`, which a test compares with that program's own.
const CREATE_POOL: [u8; 8] = [0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc];

/// The new mint, with the old one's name, symbol and uri. The state is its authority until all is minted.
#[inline(never)]
pub fn make_new_mint(accounts: &MigrateAccounts, authority: Signer) -> Result<(), CurveError> {
    let texts = metadata_texts(accounts.mint).ok_or(CurveError::InvalidMint)?;
    let id = accounts.token.state.token_id.to_le_bytes();
    let [bump, ..] = accounts.bumps();
    let bumps = [bump];
    let seeds = [Seed::from(seeds::NEW_MINT), Seed::from(&id), Seed::from(&bumps)];
    // three lengths of four bytes stand between the texts
    let lamports = rent_exempt(token_2022::mint_len(texts.len().saturating_sub(12)))?;
    let plan = Plan { space: token_2022::MINT_LEN as u64, lamports, owner: &token_2022::PROGRAM };
    create(accounts.caller, accounts.new_mint, Signer::from(&seeds), &plan)?;
    initialize_mint(accounts.new_mint, accounts.token.view.address(), DECIMALS);
    initialize_metadata::<{ TEXTS_MAX + 8 }>(accounts.new_mint, &accounts.token.view, texts, authority);
    Ok(())
}

/// Where the new tokens wait for the old ones.
#[inline(never)]
pub fn make_conversion_vault(accounts: &MigrateAccounts) -> Result<(), CurveError> {
    let id = accounts.token.state.token_id.to_le_bytes();
    let [_, bump, ..] = accounts.bumps();
    let bumps = [bump];
    let seeds = [Seed::from(seeds::CONVERSION), Seed::from(&id), Seed::from(&bumps)];
    let lamports = rent_exempt(ACCOUNT_LEN)?;
    let plan = Plan { space: ACCOUNT_LEN as u64, lamports, owner: &token_2022::PROGRAM };
    create(accounts.caller, accounts.conversion_vault, Signer::from(&seeds), &plan)?;
    initialize_account(accounts.conversion_vault, accounts.new_mint, accounts.token.view.address());
    Ok(())
}

/// Hands the reserve over and lets the pool program make pool and vault. Lamports move right before the call, which gets
/// both accounts, so that the runtime finds the sum unchanged.
#[inline(never)]
pub fn open_pool(accounts: &mut MigrateAccounts, shares: &Shares, signer: Signer) -> Result<(), CurveError> {
    let mut token = accounts.token.view;
    let state = &*accounts.token.state;
    let owed = rent_exempt(token.data_len())?.saturating_add(state.creator_fees).saturating_add(state.platform_fees);
    if token.lamports() < owed.saturating_add(state.reserve) {
        return Err(CurveError::InvalidReserve);
    }
    let [_, _, bump, vault_bump] = accounts.bumps();
    let mut data = [0u8; 98];
    data[..8].copy_from_slice(&CREATE_POOL);
    data[8..16].copy_from_slice(&state.token_id.to_le_bytes());
    data[16..48].copy_from_slice(state.creator.as_array());
    data[48..80].copy_from_slice(accounts.factory.view.address().as_array());
    data[80..88].copy_from_slice(&state.reserve.to_le_bytes());
    data[88..96].copy_from_slice(&shares.pool.to_le_bytes());
    data[96] = bump;
    data[97] = vault_bump;
    pay(&mut token, accounts.pool, state.reserve)?;
    let (caller, pool) = (&*accounts.caller, &*accounts.pool);
    let metas = [
        InstructionAccount::writable_signer(caller.address()),
        InstructionAccount::readonly_signer(token.address()),
        InstructionAccount::readonly(accounts.new_mint.address()),
        InstructionAccount::writable(pool.address()),
        InstructionAccount::writable(accounts.pool_vault.address()),
        InstructionAccount::readonly(accounts.token_2022_program.address()),
        InstructionAccount::readonly(accounts.system_program.address()),
        InstructionAccount::readonly(&POOL),
    ];
    let views = [
        caller,
        &token,
        accounts.new_mint,
        pool,
        accounts.pool_vault,
        accounts.token_2022_program,
        accounts.system_program,
        accounts.pool_program,
    ];
    call(&POOL, metas, views, &data, &[signer]);
    Ok(())
}
