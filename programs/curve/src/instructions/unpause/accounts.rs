//! Accounts of `unpause`.

use pinocchio::AccountView;

pub struct UnpauseAccounts<'a> {
    /// `[signer]` The factory's super admin.
    pub super_admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: &'a mut AccountView,
    /// `[address=self]` For the event.
    pub program: &'a AccountView,
}
