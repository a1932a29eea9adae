//! Accounts of `withdraw`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Factory,
};

/// The admin says when, the super admin has said how much and to whom.
pub struct WithdrawAccounts<'a> {
    /// `[signer]` The factory's admin.
    pub admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[writable, pda=vault]`
    pub vault: &'a mut AccountView,
    /// `[writable]` The factory's withdraw receiver.
    pub withdraw_receiver: &'a mut AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for WithdrawAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [admin, factory, vault, withdraw_receiver, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let factory = checks::factory_mut(factory, program_id)?;
        checks::admin(admin, factory.state)?;
        checks::vault(vault, factory.state)?;
        checks::writable(withdraw_receiver)?;
        checks::at(withdraw_receiver, &factory.state.withdraw_receiver, CurveError::InvalidWithdrawReceiver)?;
        checks::this_program(program, program_id)?;
        Ok(Self { admin, factory, vault, withdraw_receiver, program: program_id })
    }
}
