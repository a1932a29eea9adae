//! Accounts of `stop_sells_as_guardian`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Factory,
};

/// The guardian acts alone.
pub struct StopSellsAsGuardianAccounts<'a> {
    /// `[signer]` The factory's guardian.
    pub guardian: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for StopSellsAsGuardianAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [guardian, factory, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let factory = checks::factory_mut(factory, program_id)?;
        checks::guardian(guardian, factory.state)?;
        checks::this_program(program, program_id)?;
        Ok(Self { guardian, factory, program: program_id })
    }
}
