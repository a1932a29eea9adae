//! Accounts of `collect`.

use pinocchio::{AccountView, Address};

use crate::{
    checks::{self, Loaded},
    errors::PoolError,
    factory,
    instructions::Slots,
    state::Pool,
};

/// Anybody may call it: the money only goes where it belongs.
pub struct CollectAccounts<'a> {
    /// `[writable]`
    pub pool: Loaded<'a, Pool>,
    /// `[]` The curve's factory.
    pub factory: &'a AccountView,
    /// `[writable]` The token's creator.
    pub creator: &'a mut AccountView,
    /// `[writable]` The factory's fee receiver.
    pub fee_receiver: &'a mut AccountView,
    /// `[address=self]` For the event.
    pub program: &'a Address,
}

impl<'a> TryFrom<Slots<'a>> for CollectAccounts<'a> {
    type Error = PoolError;

    #[inline(always)]
    fn try_from((program_id, accounts): Slots<'a>) -> Result<Self, PoolError> {
        let [pool, factory, creator, fee_receiver, program, ..] = accounts else {
            return Err(PoolError::NotEnoughAccounts);
        };
        let pool = checks::pool(pool, program_id)?;
        let receiver = factory::fee_receiver(factory, &pool.state.factory)?;
        checks::writable(creator)?;
        checks::at(creator, &pool.state.creator, PoolError::InvalidCreator)?;
        checks::writable(fee_receiver)?;
        checks::at(fee_receiver, receiver, PoolError::InvalidFeeReceiver)?;
        checks::at(program, program_id, PoolError::InvalidProgram)?;
        Ok(Self { pool, factory, creator, fee_receiver, program: program_id })
    }
}
