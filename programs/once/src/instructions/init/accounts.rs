//! Accounts of `init`.

use kit::system::SYSTEM_PROGRAM;
use pinocchio::{AccountView, Address};

use crate::{checks, errors::OnceError, instructions::Slots};

/// Whoever pays the tokens out pays the rent, and gets it back.
pub struct InitAccounts<'a> {
    /// `[signer, writable]` Pays the rent.
    pub authority: &'a AccountView,
    /// `[writable, pda=once(authority, slot, list)]` Made here.
    pub once: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    // the program itself
    program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for InitAccounts<'a> {
    type Error = OnceError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, OnceError> {
        let [authority, once, system_program, ..] = accounts else {
            return Err(OnceError::NotEnoughAccounts);
        };
        checks::signer(authority)?;
        checks::writable(authority)?;
        checks::writable(once)?;
        checks::at(system_program, &SYSTEM_PROGRAM, OnceError::InvalidProgram)?;
        Ok(Self { authority, once, system_program, program: program_id })
    }
}

impl<'a> InitAccounts<'a> {
    /// The program, which will own the account.
    #[inline(always)]
    pub fn program(&self) -> &'a Address {
        self.program
    }
}
