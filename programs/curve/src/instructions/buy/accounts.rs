//! Accounts of `buy`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::{Factory, Token},
    system::SYSTEM_PROGRAM,
    token_2022,
    trade::token_side,
};

/// Nine accounts beside the program.
pub struct BuyAccounts<'a> {
    /// `[signer, writable]` Pays cost and fees, owns the token account.
    pub buyer: &'a AccountView,
    /// `[signer]` The factory's admin.
    pub admin: &'a AccountView,
    /// `[pda=factory]`
    pub factory: &'a Factory,
    /// `[writable]` The token's state.
    pub token: Loaded<'a, Token>,
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
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for BuyAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [buyer, admin, factory, token, mint, buyer_token_account, referrer, token_2022_program, system_program, program, ..] =
            accounts
        else {
            return Err(CurveError::NotEnoughAccounts);
        };
        checks::signer(buyer)?;
        checks::writable(buyer)?;
        let factory = checks::factory(factory, program_id)?;
        checks::admin(admin, factory)?;
        let token = checks::token(token, program_id)?;
        token_side(token.state, mint, buyer_token_account, buyer)?;
        let referrer = checks::optional(referrer, program_id);
        if let Some(referrer) = referrer.as_deref() {
            checks::referrer(referrer, buyer, &token.view)?;
        }
        checks::at(token_2022_program, &token_2022::PROGRAM, CurveError::InvalidProgram)?;
        checks::at(system_program, &SYSTEM_PROGRAM, CurveError::InvalidProgram)?;
        checks::at(program, program_id, CurveError::InvalidProgram)?;
        Ok(Self {
            buyer,
            admin,
            factory,
            token,
            mint,
            buyer_token_account,
            referrer,
            token_2022_program,
            system_program,
            program: program_id,
        })
    }
}
