//! Accounts of `pause`.

use pinocchio::AccountView;

pub struct PauseAccounts<'a> {
    /// `[signer]` The factory's super admin.
    pub super_admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: &'a mut AccountView,
    /// `[address=self]` For the event.
    pub program: &'a AccountView,
}
