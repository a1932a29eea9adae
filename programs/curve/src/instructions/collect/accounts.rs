//! Accounts of `collect`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::{Factory, Token},
};

/// Anybody may call it: the money only goes where it belongs.
pub struct CollectAccounts<'a> {
    /// `[writable]` The token's state.
    pub token: Loaded<'a, Token>,
    /// `[pda=factory]`
    pub factory: &'a Factory,
    /// `[writable]` The token's creator.
    pub creator: &'a mut AccountView,
    /// `[writable]` The factory's fee receiver.
    pub fee_receiver: &'a mut AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for CollectAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [token, factory, creator, fee_receiver, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let token = checks::token(token, program_id)?;
        let factory = checks::factory(factory, program_id)?;
        checks::at(creator, &token.state.creator, CurveError::InvalidCreator)?;
        checks::writable(creator)?;
        checks::at(fee_receiver, &factory.fee_receiver, CurveError::InvalidFeeReceiver)?;
        checks::writable(fee_receiver)?;
        checks::at(program, program_id, CurveError::InvalidProgram)?;
        Ok(Self { token, factory, creator, fee_receiver, program: program_id })
    }
}
