//! Accounts of `create_token`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Factory,
    system::SYSTEM_PROGRAM,
    token_2022,
};

/// Both token accounts are associated ones, made here when tokens go there.
pub struct CreateTokenAccounts<'a> {
    /// `[signer, writable]` Pays for everything and owns the curve's creator fees.
    pub creator: &'a AccountView,
    /// `[signer]` The factory's admin.
    pub admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[writable, pda=token(token_id)]` Made here.
    pub token: &'a mut AccountView,
    /// `[writable, pda=mint(token_id)]` Made here.
    pub mint: &'a AccountView,
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
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for CreateTokenAccounts<'a> {
    type Error = CurveError;

    /// Addresses that follow from the token's id are compared when the accounts are made.
    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [creator, admin, factory, token, mint, creator_token_account, inviter, inviter_token_account, token_2022_program, associated_token_program, system_program, program, ..] =
            accounts
        else {
            return Err(CurveError::NotEnoughAccounts);
        };
        checks::signer(creator)?;
        checks::writable(creator)?;
        let factory = checks::factory_mut(factory, program_id)?;
        checks::admin(admin, factory.state)?;
        checks::writable(token)?;
        checks::writable(mint)?;
        checks::writable(creator_token_account)?;
        let inviter = checks::optional(inviter, program_id);
        let inviter_token_account = checks::optional(inviter_token_account, program_id).map(|account| &*account);
        match (inviter.as_deref(), inviter_token_account) {
            (None, None) => {}
            (Some(inviter), Some(account)) => {
                checks::referrer(inviter, creator, token)?;
                checks::writable(account)?;
            }
            _ => return Err(CurveError::InvalidFlags),
        }
        checks::at(token_2022_program, &token_2022::PROGRAM, CurveError::InvalidProgram)?;
        checks::at(associated_token_program, &token_2022::ASSOCIATED_TOKEN, CurveError::InvalidProgram)?;
        checks::at(system_program, &SYSTEM_PROGRAM, CurveError::InvalidProgram)?;
        checks::this_program(program, program_id)?;
        Ok(Self {
            creator,
            admin,
            factory,
            token,
            mint,
            creator_token_account,
            inviter,
            inviter_token_account,
            token_2022_program,
            associated_token_program,
            system_program,
            program: program_id,
        })
    }
}
