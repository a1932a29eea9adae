//! Accounts of `collect`.

use pinocchio::AccountView;

/// Anybody may call it: the money only goes where it belongs.
pub struct CollectAccounts<'a> {
    /// `[writable]` The token's state.
    pub token: &'a mut AccountView,
    /// `[pda=factory]`
    pub factory: &'a AccountView,
    /// `[writable]` The token's creator.
    pub creator: &'a mut AccountView,
    /// `[writable]` The factory's fee receiver.
    pub fee_receiver: &'a mut AccountView,
    /// `[address=self]` For the event.
    pub program: &'a AccountView,
}
