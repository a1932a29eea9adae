//! Accounts of `cancel`.

use pinocchio::AccountView;

use crate::{
    checks::{self, Loaded},
    errors::OnceError,
    instructions::Slots,
    state::Once,
};

/// The airdrop and its authority.
pub struct CancelAccounts<'a> {
    /// `[writable]`
    pub once: Loaded<'a, Once>,
    /// `[signer]`
    pub authority: &'a AccountView,
}

impl<'a> TryFrom<Slots<'a>> for CancelAccounts<'a> {
    type Error = OnceError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, OnceError> {
        let [once, authority, ..] = accounts else {
            return Err(OnceError::NotEnoughAccounts);
        };
        Ok(Self { once: checks::owned(once, authority, program_id)?, authority })
    }
}
