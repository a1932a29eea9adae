//! Accounts of `create_pool`.

use kit::{addresses::CURVE, system::SYSTEM_PROGRAM, token_2022};
use pinocchio::{AccountView, Address};

use crate::{checks, errors::PoolError, instructions::Slots};

/// Reached through the curve's `migrate` alone: nobody else can sign for a state.
pub struct CreatePoolAccounts<'a> {
    /// `[signer, writable]` Pays the rent.
    pub payer: &'a AccountView,
    /// `[signer]` The curve's state of the token.
    pub token: &'a AccountView,
    /// `[]` The migrated token's mint.
    pub mint: &'a AccountView,
    /// `[writable, pda=pool(token)]` Made here.
    pub pool: &'a AccountView,
    /// `[writable, pda=pool_vault(pool)]` Made here.
    pub vault: &'a AccountView,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

const TOKEN_STATE: [u8; 8] = [0x83, 0xfe, 0x27, 0x90, 0x04, 0xb3, 0x86, 0x7f];

impl<'a> TryFrom<Slots<'a>> for CreatePoolAccounts<'a> {
    type Error = PoolError;

    /// Addresses are compared when the accounts are made.
    #[inline(never)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, PoolError> {
        let [payer, token, mint, pool, vault, token_2022_program, system_program, program, ..] = accounts else {
            return Err(PoolError::NotEnoughAccounts);
        };
        checks::signer(payer)?;
        checks::writable(payer)?;
        if !token.is_signer() || !is_token_state(token) {
            return Err(PoolError::InvalidAuthority);
        }
        if !mint.owned_by(&token_2022::PROGRAM) {
            return Err(PoolError::InvalidMint);
        }
        checks::writable(pool)?;
        checks::writable(vault)?;
        checks::at(token_2022_program, &token_2022::PROGRAM, PoolError::InvalidProgram)?;
        checks::at(system_program, &SYSTEM_PROGRAM, PoolError::InvalidProgram)?;
        checks::at(program, program_id, PoolError::InvalidProgram)?;
        Ok(Self { payer, token, mint, pool, vault, token_2022_program, system_program, program: program_id })
    }
}

/// An account of the curve program, and a token's: its factory can't open pools.
fn is_token_state(token: &AccountView) -> bool {
    if !token.owned_by(&CURVE) || token.data_len() < TOKEN_STATE.len() {
        return false;
    }
    // SAFETY: long enough, and this program can't write another's account.
    unsafe { *token.data_ptr().cast::<[u8; 8]>() == TOKEN_STATE }
}
