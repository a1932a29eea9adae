//! Accounts of `change_creator`.

use kit::checks::can_become_creator;
use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::PoolError,
    instructions::Slots,
    state::Pool,
};

/// Both keys sign the one transaction, so that no proposal waits on chain for somebody to take it.
pub struct ChangeCreatorAccounts<'a> {
    /// `[writable]`
    pub pool: Loaded<'a, Pool>,
    /// `[]` The migrated token's mint, by which a wallet knows what it signs.
    pub mint: &'a AccountView,
    /// `[signer]` Whom the pool names now.
    pub creator: &'a AccountView,
    /// `[signer]` Shows that somebody holds its key.
    pub new_creator: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for ChangeCreatorAccounts<'a> {
    type Error = PoolError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, PoolError> {
        let [pool, mint, creator, new_creator, program, ..] = accounts else {
            return Err(PoolError::NotEnoughAccounts);
        };
        let pool = checks::pool(pool, program_id)?;
        checks::at(mint, &pool.state.mint, PoolError::InvalidMint)?;
        checks::at(creator, &pool.state.creator, PoolError::InvalidCreator)?;
        checks::signer(creator)?;
        checks::signer(new_creator)?;
        if !can_become_creator(new_creator, &pool.state.creator) {
            return Err(PoolError::InvalidNewCreator);
        }
        checks::at(program, program_id, PoolError::InvalidProgram)?;
        Ok(Self { pool, mint, creator, new_creator, program: program_id })
    }
}
