//! Accounts of `close`.

use pinocchio::AccountView;

use crate::{
    checks::{self, Loaded},
    errors::OnceError,
    instructions::Slots,
    state::Once,
};

/// Anybody may call it: the rent only goes where it belongs.
pub struct CloseAccounts<'a> {
    /// `[writable]`
    pub once: Loaded<'a, Once>,
    /// `[writable]` Gets the rent.
    pub authority: &'a mut AccountView,
}

impl<'a> TryFrom<Slots<'a>> for CloseAccounts<'a> {
    type Error = OnceError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, OnceError> {
        let [once, authority, ..] = accounts else {
            return Err(OnceError::NotEnoughAccounts);
        };
        let once = checks::once(once, program_id)?;
        checks::writable(authority)?;
        checks::at(authority, &once.state.authority, OnceError::InvalidAuthority)?;
        Ok(Self { once, authority })
    }
}
