//! Accounts of `apply_fees`.

use pinocchio::Address;

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Factory,
};

/// Anybody may call it: what is applied was announced by the super admin.
pub struct ApplyFeesAccounts<'a> {
    /// `[writable, pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for ApplyFeesAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [factory, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let factory = checks::factory_mut(factory, program_id)?;
        checks::this_program(program, program_id)?;
        Ok(Self { factory, program: program_id })
    }
}
