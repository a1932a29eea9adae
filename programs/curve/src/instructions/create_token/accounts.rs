//! Accounts of `create_token`.

use pinocchio::AccountView;

/// Both token accounts are associated ones, made here when tokens go there.
pub struct CreateTokenAccounts<'a> {
    /// `[signer, writable]` Pays for everything and owns the curve's creator fees.
    pub creator: &'a AccountView,
    /// `[signer]` The factory's admin.
    pub admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: &'a mut AccountView,
    /// `[writable, pda=token(token_id)]` Made here.
    pub token: &'a mut AccountView,
    /// `[writable, pda=mint(token_id)]` Made here.
    pub mint: &'a mut AccountView,
    /// `[writable, pda=associated_token(creator, token_2022_program, mint)]` Made with a first buy.
    pub creator_token_account: &'a AccountView,
    /// `[writable, optional]` With the referral flag: gets the first tokens and the first buy's share.
    pub inviter: Option<&'a mut AccountView>,
    /// `[writable, optional]` The inviter's associated token account, made here.
    pub inviter_token_account: Option<&'a AccountView>,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=associated_token]`
    pub associated_token_program: &'a AccountView,
    /// `[address=system]`
    pub system_program: &'a AccountView,
    /// `[address=self]` For the events.
    pub program: &'a AccountView,
}
