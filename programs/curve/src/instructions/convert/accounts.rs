//! Accounts of `convert`.

use kit::derive::address_at;
use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    seeds,
    state::{migration, Token},
    token_2022,
    trade::token_side,
};

/// Nobody co-signs, and it is never paused.
pub struct ConvertAccounts<'a> {
    /// `[signer]` Owns both token accounts.
    pub owner: &'a AccountView,
    /// `[writable]` The token's state.
    pub token: Loaded<'a, Token>,
    /// `[writable]` The old mint.
    pub mint: &'a AccountView,
    /// `[writable, pda=associated_token(owner, token_2022_program, mint)]` Any token account of the owner for the old mint.
    pub owner_token_account: &'a AccountView,
    /// `[writable]` Where unconverted new tokens lie.
    pub conversion_vault: &'a AccountView,
    /// `[writable]` Any token account of the owner for the new mint.
    pub owner_new_token_account: &'a AccountView,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
    new_mint: Address,
}

impl ConvertAccounts<'_> {
    /// As migration has made it.
    pub fn new_mint(&self) -> Address {
        self.new_mint
    }
}

impl<'a> TryFrom<Slots<'a>> for ConvertAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [owner, token, mint, owner_token_account, conversion_vault, owner_new_token_account, token_2022_program, program, ..] =
            accounts
        else {
            return Err(CurveError::NotEnoughAccounts);
        };
        checks::signer(owner)?;
        let token = checks::token(token, program_id)?;
        token_side(token.state, mint, owner_token_account, owner)?;
        let Some(migration) = migration(&token) else {
            return Err(CurveError::NotMigrated);
        };
        let new_mint = migration.new_mint;
        let [_, bump, ..] = token.state.migration_bumps;
        let vault = address_at(seeds::CONVERSION, &token.state.token_id.to_le_bytes(), bump, program_id);
        checks::writable(conversion_vault)?;
        checks::at(conversion_vault, &vault, CurveError::InvalidAddress)?;
        checks::token_account(owner_new_token_account, &new_mint, owner.address())?;
        checks::at(token_2022_program, &token_2022::PROGRAM, CurveError::InvalidProgram)?;
        checks::at(program, program_id, CurveError::InvalidProgram)?;
        Ok(Self {
            owner,
            token,
            mint,
            owner_token_account,
            conversion_vault,
            owner_new_token_account,
            token_2022_program,
            program: program_id,
            new_mint,
        })
    }
}
