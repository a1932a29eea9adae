//! Accounts of `sell`.

use pinocchio::AccountView;

/// Without `admin` it is a plain sell: full fees, and not stopped by a pause.
pub struct SellAccounts<'a> {
    /// `[signer, writable]` Owns the tokens, gets the payout.
    pub seller: &'a mut AccountView,
    /// `[signer, optional]` The factory's admin.
    pub admin: Option<&'a AccountView>,
    /// `[pda=factory]`
    pub factory: &'a AccountView,
    /// `[writable]` The token's state.
    pub token: &'a mut AccountView,
    /// `[writable]`
    pub mint: &'a AccountView,
    /// `[writable, pda=associated_token(seller, token_2022_program, mint)]` Any token account of the seller for this mint.
    pub seller_token_account: &'a AccountView,
    /// `[writable, optional]` With the referral flag: paid in the trade if it ends rent-exempt.
    pub referrer: Option<&'a mut AccountView>,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a AccountView,
}
