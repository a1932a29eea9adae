//! Accounts of `migrate`.

use kit::{
    addresses::{POOL, POOL_SEED, POOL_VAULT_SEED},
    checks::load,
    derive::{address_at, find_address},
};
use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    seeds,
    state::{Factory, Token},
    system::SYSTEM_PROGRAM,
    token_2022,
};

/// Anybody may call it.
pub struct MigrateAccounts<'a> {
    /// `[signer, writable]` Pays rent, which the vault gives back if it can.
    pub caller: &'a mut AccountView,
    /// `[pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[writable, pda=vault]`
    pub vault: &'a mut AccountView,
    /// `[writable]` The token's state.
    pub token: Loaded<'a, Token>,
    /// `[writable]` The old mint, of which no more can be made afterwards.
    pub mint: &'a AccountView,
    /// `[writable]` At `['new_mint', tokenId]`. Made here.
    pub new_mint: &'a AccountView,
    /// `[writable]` At `['conversion', tokenId]`. Made here.
    pub conversion_vault: &'a AccountView,
    /// `[writable]` At `['pool', token]` of the pool program. Made here.
    pub pool: &'a mut AccountView,
    /// `[writable]` At `['vault', pool]` of the pool program. Made here.
    pub pool_vault: &'a AccountView,
    /// `[address=pool]`
    pub pool_program: &'a AccountView,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
    bumps: [u8; 4],
}

impl MigrateAccounts<'_> {
    /// Bumps of new mint, conversion vault, pool and pool vault.
    #[inline(always)]
    pub fn bumps(&self) -> [u8; 4] {
        self.bumps
    }
}

impl<'a> TryFrom<Slots<'a>> for MigrateAccounts<'a> {
    type Error = CurveError;

    #[inline(never)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [caller, factory, vault, token, mint, new_mint, conversion_vault, pool, pool_vault, pool_program, token_2022_program, system_program, program, ..] =
            accounts
        else {
            return Err(CurveError::NotEnoughAccounts);
        };
        checks::signer(caller)?;
        checks::writable(caller)?;
        let factory = load::<Factory, CurveError>(factory, program_id, CurveError::InvalidFactory)?;
        checks::vault(vault, factory.state)?;
        let token = checks::token(token, program_id)?;
        checks::at(mint, &token.state.mint, CurveError::InvalidMint)?;
        checks::writable(mint)?;
        for made in [&*new_mint, &*conversion_vault, &*pool, &*pool_vault] {
            checks::writable(made)?;
        }
        checks::at(pool_program, &POOL, CurveError::InvalidProgram)?;
        checks::at(token_2022_program, &token_2022::PROGRAM, CurveError::InvalidProgram)?;
        checks::at(system_program, &SYSTEM_PROGRAM, CurveError::InvalidProgram)?;
        checks::this_program(program, program_id)?;
        let bumps = checked_bumps(&token, program_id, [&*new_mint, &*conversion_vault, &*pool, &*pool_vault])?;
        Ok(Self {
            caller,
            factory,
            vault,
            token,
            mint,
            new_mint,
            conversion_vault,
            pool,
            pool_vault,
            pool_program,
            token_2022_program,
            system_program,
            program: program_id,
            bumps,
        })
    }
}

/// The four accounts lie where their seeds say: searched once, compared with the stored bumps ever after.
/// # Errors
/// [`CurveError::InvalidAddress`].
fn checked_bumps(
    token: &Loaded<Token>,
    program_id: &Address,
    [new_mint, conversion_vault, pool, pool_vault]: [&AccountView; 4],
) -> Result<[u8; 4], CurveError> {
    let id = token.state.token_id.to_le_bytes();
    let places: [(&AccountView, &[u8], &[u8], &Address); 4] = [
        (new_mint, seeds::NEW_MINT, &id, program_id),
        (conversion_vault, seeds::CONVERSION, &id, program_id),
        (pool, POOL_SEED, token.view.address().as_array(), &POOL),
        (pool_vault, POOL_VAULT_SEED, pool.address().as_array(), &POOL),
    ];
    let mut bumps = token.state.migration_bumps;
    for ((account, name, id, program), bump) in places.iter().zip(bumps.iter_mut()) {
        let address = if token.state.migrated == 0 {
            let (address, found) = find_address(&[name, id], program)?;
            *bump = found;
            address
        } else {
            address_at(name, id, *bump, program)
        };
        checks::at(account, &address, CurveError::InvalidAddress)?;
    }
    Ok(bumps)
}
