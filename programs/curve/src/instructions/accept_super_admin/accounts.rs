//! Accounts of `accept_super_admin`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::CurveError,
    instructions::Slots,
    state::Factory,
};

/// Who was proposed shows that it holds its key.
pub struct AcceptSuperAdminAccounts<'a> {
    /// `[signer]` As proposed.
    pub pending_super_admin: &'a AccountView,
    /// `[writable, pda=factory]`
    pub factory: Loaded<'a, Factory>,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for AcceptSuperAdminAccounts<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, CurveError> {
        let [pending_super_admin, factory, program, ..] = accounts else {
            return Err(CurveError::NotEnoughAccounts);
        };
        let factory = checks::factory_mut(factory, program_id)?;
        checks::proposed(pending_super_admin, &factory.state.pending_super_admin)?;
        checks::this_program(program, program_id)?;
        Ok(Self { pending_super_admin, factory, program: program_id })
    }
}
