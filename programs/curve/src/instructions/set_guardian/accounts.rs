//! Accounts of `set_guardian`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Factory,
};

/// The super admin acts alone, and at once.
pub struct SetGuardianAccounts<'a> {
    /// `[signer]` The factory's super admin.
    pub super_admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for SetGuardianAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [super_admin, factory, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let factory = checks::factory_mut(factory, program_id)?;
        checks::super_admin(super_admin, factory.state)?;
        checks::this_program(program, program_id)?;
        Ok(Self { super_admin, factory, program: program_id })
    }
}
