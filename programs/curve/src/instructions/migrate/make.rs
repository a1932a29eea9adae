//! The accounts that migration makes.

use curve_math::Migration as Shares;
use kit::{
    addresses::{POOL, POOL_LEN},
    rent::Rent,
    token_2022::ACCOUNT_LEN,
};
use pinocchio::{
    cpi::{Seed, Signer},
    instruction::InstructionAccount,
};

use super::MigrateAccounts;
use crate::{
    errors::CurveError,
    instructions::create_token::TEXTS_MAX,
    seeds,
    state::{Migration, Token},
    system::{call, create, missing, pay, sum, transfer, Plan},
    token_2022::{self, initialize_account, initialize_metadata, initialize_mint, metadata_texts},
};

/// New base units per token are 10⁶.
const DECIMALS: u8 = 6;
/// The pool program's `create_pool`, which a test compares with that program's own.
const CREATE_POOL: [u8; 8] = [0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc];

/// Brings the state, by one transfer out of the caller's wallet, what it lacks of the rent of its growth and what the pool
/// lacks, to which it goes on with the reserve. Lamports that somebody sent to one of them count for that one.
/// # Errors
/// [`CurveError::InvalidReserve`] when the state does not hold what it owes, [`CurveError::InsufficientFunds`].
#[inline(never)]
pub fn provide(accounts: &MigrateAccounts, rent: Rent) -> Result<(), CurveError> {
    let token = &accounts.token.view;
    let state = &*accounts.token.state;
    let owed = sum(sum(state.creator_fees, state.platform_fees)?, state.reserve)?;
    if token.lamports() < sum(owed, rent.exempt(Token::LEN))? {
        return Err(CurveError::InvalidReserve);
    }
    let grown = missing(token, sum(owed, rent.exempt(Migration::GROWN))?);
    let lacking = sum(grown, missing(accounts.pool, rent.exempt(POOL_LEN)))?;
    if lacking == 0 { Ok(()) } else { Ok(transfer(accounts.caller, token, lacking)?) }
}

/// Rent of the new mint, whose metadata are as long as the old one's.
fn mint_rent(accounts: &MigrateAccounts, rent: Rent) -> Result<u64, CurveError> {
    let texts = metadata_texts(accounts.mint).ok_or(CurveError::InvalidMint)?;
    // three lengths of four bytes stand between the texts
    Ok(rent.exempt(token_2022::mint_len(texts.len().saturating_sub(12))))
}

/// The new mint, with the old one's name, symbol and uri. The state is its authority until all is minted.
#[inline(never)]
pub fn make_new_mint(accounts: &MigrateAccounts, rent: Rent, authority: Signer) -> Result<(), CurveError> {
    let texts = metadata_texts(accounts.mint).ok_or(CurveError::InvalidMint)?;
    let id = accounts.token.state.token_id.to_le_bytes();
    let [bump, ..] = accounts.bumps();
    let bumps = [bump];
    let seeds = [Seed::from(seeds::NEW_MINT), Seed::from(&id), Seed::from(&bumps)];
    let lamports = mint_rent(accounts, rent)?;
    let plan = Plan { space: token_2022::MINT_LEN as u64, lamports, owner: &token_2022::PROGRAM };
    create(accounts.caller, accounts.new_mint, Signer::from(&seeds), &plan)?;
    initialize_mint(accounts.new_mint, accounts.token.view.address(), DECIMALS);
    initialize_metadata::<{ TEXTS_MAX + 8 }>(accounts.new_mint, &accounts.token.view, texts, authority);
    Ok(())
}

/// Where the new tokens wait for the old ones.
#[inline(never)]
pub fn make_conversion_vault(accounts: &MigrateAccounts, rent: Rent) -> Result<(), CurveError> {
    let id = accounts.token.state.token_id.to_le_bytes();
    let [_, bump, ..] = accounts.bumps();
    let bumps = [bump];
    let seeds = [Seed::from(seeds::CONVERSION), Seed::from(&id), Seed::from(&bumps)];
    let lamports = rent.exempt(ACCOUNT_LEN);
    let plan = Plan { space: ACCOUNT_LEN as u64, lamports, owner: &token_2022::PROGRAM };
    create(accounts.caller, accounts.conversion_vault, Signer::from(&seeds), &plan)?;
    initialize_account(accounts.conversion_vault, accounts.new_mint, accounts.token.view.address());
    Ok(())
}

/// Hands reserve and rent over and lets the pool program make pool and vault, the vault at the caller's cost. Lamports move
/// right before the call, which gets both accounts, so that the runtime finds the sum unchanged.
#[inline(never)]
pub fn open_pool(accounts: &mut MigrateAccounts, shares: &Shares, rent: Rent, signer: Signer) -> Result<(), CurveError> {
    let mut token = accounts.token.view;
    let state = &*accounts.token.state;
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
    let lacking = missing(accounts.pool, rent.exempt(POOL_LEN));
    pay(&mut token, accounts.pool, sum(state.reserve, lacking)?)?;
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
