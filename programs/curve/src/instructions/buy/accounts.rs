//! Accounts of `buy`.

use pinocchio::AccountView;

/// Nine accounts beside the program.
pub struct BuyAccounts<'a> {
    /// `[signer, writable]` Pays cost and fees, owns the token account.
    pub buyer: &'a AccountView,
    /// `[signer]` The factory's admin.
    pub admin: &'a AccountView,
    /// `[pda=factory]`
    pub factory: &'a AccountView,
    /// `[writable]` The token's state.
    pub token: &'a mut AccountView,
    /// `[writable]`
    pub mint: &'a AccountView,
    /// `[writable, pda=associated_token(buyer, token_2022_program, mint)]` Any token account of the buyer for this mint.
    pub buyer_token_account: &'a AccountView,
    /// `[writable, optional]` With the referral flag: paid in the trade if it ends rent-exempt.
    pub referrer: Option<&'a mut AccountView>,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a AccountView,
}
