//! Accounts of `sell`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::{Factory, Token},
    token_2022,
    trade::token_side,
};

/// Without `admin` it is a plain sell: full fees, and not stopped by a pause, but for 72 hours by `stop_sells`.
pub struct SellAccounts<'a> {
    /// `[signer, writable]` Owns the tokens, gets the payout.
    pub seller: &'a mut AccountView,
    /// `[signer, optional]` The factory's admin.
    pub admin: Option<&'a AccountView>,
    /// `[pda=factory]`
    pub factory: &'a Factory,
    /// `[writable]` The token's state.
    pub token: Loaded<'a, Token>,
    /// `[writable]`
    pub mint: &'a AccountView,
    /// `[writable, pda=associated_token(seller, token_2022_program, mint)]` Any token account of the seller for this mint.
    pub seller_token_account: &'a AccountView,
    /// `[writable, optional]` With the referral flag: paid in the trade if it ends rent-exempt.
    pub referrer: Option<&'a mut AccountView>,
    /// `[address=token_2022]`
    pub token_2022_program: &'a AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for SellAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [seller, admin, factory, token, mint, seller_token_account, referrer, token_2022_program, program, ..] =
            accounts
        else {
            return Err(CurveError::NotEnoughAccounts);
        };
        checks::signer(seller)?;
        checks::writable(seller)?;
        let factory = checks::factory(factory, program_id)?;
        let admin = checks::optional(admin, program_id).map(|admin| &*admin);
        if let Some(admin) = admin {
            checks::admin(admin, factory)?;
        }
        let token = checks::token(token, program_id)?;
        token_side(token.state, mint, seller_token_account, seller)?;
        let referrer = checks::optional(referrer, program_id);
        if let Some(referrer) = referrer.as_deref() {
            checks::referrer(referrer, seller, &token.view)?;
        }
        checks::at(token_2022_program, &token_2022::PROGRAM, CurveError::InvalidProgram)?;
        checks::at(program, program_id, CurveError::InvalidProgram)?;
        Ok(Self {
            seller,
            admin,
            factory,
            token,
            mint,
            seller_token_account,
            referrer,
            token_2022_program,
            program: program_id,
        })
    }
}
