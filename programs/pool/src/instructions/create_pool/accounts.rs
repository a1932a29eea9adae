//! Accounts of `create_pool`.

use kit::{addresses::CURVE, derive::address_at, system::SYSTEM_PROGRAM, token_2022};
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

/// How the curve's states of tokens begin, and where they lie.
const TOKEN_STATE: [u8; 8] = [0x83, 0xfe, 0x27, 0x90, 0x04, 0xb3, 0x86, 0x7f];
const VERSION: u8 = 1;
const BUMP: usize = 9;
const TOKEN_ID: usize = 16;
const HEAD: usize = 24;
const TOKEN_SEED: &[u8] = b"token";

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
        if !token.is_signer() {
            return Err(PoolError::InvalidAuthority);
        }
        token_state(token)?;
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

/// An account of the curve program, a token's, at the address of its id and bump: its factory can't open pools.
/// # Errors
/// [`PoolError::InvalidAuthority`] for another account, [`PoolError::UnsupportedVersion`].
fn token_state(token: &AccountView) -> Result<(), PoolError> {
    if !token.owned_by(&CURVE) || token.data_len() < HEAD {
        return Err(PoolError::InvalidAuthority);
    }
    // SAFETY: long enough, and this program can't write another's account.
    let head = unsafe { &*token.data_ptr().cast::<[u8; HEAD]>() };
    if head[..8] != TOKEN_STATE {
        return Err(PoolError::InvalidAuthority);
    }
    if head[8] != VERSION {
        return Err(PoolError::UnsupportedVersion);
    }
    let address = address_at(TOKEN_SEED, &head[TOKEN_ID..], head[BUMP], &CURVE);
    if token.address() == &address { Ok(()) } else { Err(PoolError::InvalidAuthority) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::mem::{offset_of, size_of};
    use curve::{seeds, state::Token};

    #[test]
    fn the_fields_lie_where_the_curve_writes_them() {
        assert_eq!((Token::DISCRIMINATOR, Token::VERSION, seeds::TOKEN), (TOKEN_STATE, VERSION, TOKEN_SEED));
        let (bump, id) = (offset_of!(Token, bump), offset_of!(Token, token_id));
        assert_eq!((offset_of!(Token, version), bump, id), (8, BUMP, TOKEN_ID));
        assert_eq!(HEAD - TOKEN_ID, size_of::<u64>());
    }
}
