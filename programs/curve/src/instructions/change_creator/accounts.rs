//! Accounts of `change_creator`.

use kit::checks::can_become_creator;
use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Token,
};

/// Both keys sign the one transaction, so that no proposal waits on chain for somebody to take it.
pub struct ChangeCreatorAccounts<'a> {
    /// `[writable]` The token's state.
    pub token: Loaded<'a, Token>,
    /// `[]` The token's mint, by which a wallet knows what it signs.
    pub mint: &'a AccountView,
    /// `[signer]` Whom the state names now.
    pub creator: &'a AccountView,
    /// `[signer]` Shows that somebody holds its key.
    pub new_creator: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for ChangeCreatorAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [token, mint, creator, new_creator, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let token = checks::token(token, program_id)?;
        checks::at(mint, &token.state.mint, CurveError::InvalidMint)?;
        checks::at(creator, &token.state.creator, CurveError::InvalidCreator)?;
        checks::signer(creator)?;
        checks::signer(new_creator)?;
        if !can_become_creator(new_creator, &token.state.creator) {
            return Err(CurveError::InvalidNewCreator);
        }
        checks::this_program(program, program_id)?;
        Ok(Self { token, mint, creator, new_creator, program: program_id })
    }
}
