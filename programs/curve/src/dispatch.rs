//! Finds the instruction by its first eight bytes, and says in words why one failed.

use kit::layout::Layout;
use pinocchio::{error::ProgramError, AccountView, Address, ProgramResult};

use crate::{
    checks::Call,
    errors::CurveError,
    events,
    instructions::{
        accept_admin, accept_super_admin, apply_fees, buy, change_creator, collect, convert, create_token, grant_allowance, initialize_factory, migrate, pause, pause_as_guardian, propose_admin, propose_super_admin, sell, set_fee_receiver, set_guardian, set_withdraw_receiver, stop_sells, stop_sells_as_guardian, unpause, update_bonuses, update_coefficient, update_fees, withdraw,
    },
    state::{Factory, Token},
};

const EVENT: u64 = u64::from_le_bytes(events::EVENT_TAG);
const BUY: u64 = u64::from_le_bytes(buy::DISCRIMINATOR);
const SELL: u64 = u64::from_le_bytes(sell::DISCRIMINATOR);
const CREATE_TOKEN: u64 = u64::from_le_bytes(create_token::DISCRIMINATOR);
const CHANGE_CREATOR: u64 = u64::from_le_bytes(change_creator::DISCRIMINATOR);
const COLLECT: u64 = u64::from_le_bytes(collect::DISCRIMINATOR);
const CONVERT: u64 = u64::from_le_bytes(convert::DISCRIMINATOR);
const MIGRATE: u64 = u64::from_le_bytes(migrate::DISCRIMINATOR);
const ACCEPT_ADMIN: u64 = u64::from_le_bytes(accept_admin::DISCRIMINATOR);
const ACCEPT_SUPER_ADMIN: u64 = u64::from_le_bytes(accept_super_admin::DISCRIMINATOR);
const APPLY_FEES: u64 = u64::from_le_bytes(apply_fees::DISCRIMINATOR);
const GRANT_ALLOWANCE: u64 = u64::from_le_bytes(grant_allowance::DISCRIMINATOR);
const INITIALIZE_FACTORY: u64 = u64::from_le_bytes(initialize_factory::DISCRIMINATOR);
const PAUSE: u64 = u64::from_le_bytes(pause::DISCRIMINATOR);
const PROPOSE_ADMIN: u64 = u64::from_le_bytes(propose_admin::DISCRIMINATOR);
const PROPOSE_SUPER_ADMIN: u64 = u64::from_le_bytes(propose_super_admin::DISCRIMINATOR);
const SET_FEE_RECEIVER: u64 = u64::from_le_bytes(set_fee_receiver::DISCRIMINATOR);
const SET_WITHDRAW_RECEIVER: u64 = u64::from_le_bytes(set_withdraw_receiver::DISCRIMINATOR);
const STOP_SELLS: u64 = u64::from_le_bytes(stop_sells::DISCRIMINATOR);
const UNPAUSE: u64 = u64::from_le_bytes(unpause::DISCRIMINATOR);
const UPDATE_BONUSES: u64 = u64::from_le_bytes(update_bonuses::DISCRIMINATOR);
const UPDATE_COEFFICIENT: u64 = u64::from_le_bytes(update_coefficient::DISCRIMINATOR);
const UPDATE_FEES: u64 = u64::from_le_bytes(update_fees::DISCRIMINATOR);
const SET_GUARDIAN: u64 = u64::from_le_bytes(set_guardian::DISCRIMINATOR);
const PAUSE_AS_GUARDIAN: u64 = u64::from_le_bytes(pause_as_guardian::DISCRIMINATOR);
const STOP_SELLS_AS_GUARDIAN: u64 = u64::from_le_bytes(stop_sells_as_guardian::DISCRIMINATOR);
const WITHDRAW: u64 = u64::from_le_bytes(withdraw::DISCRIMINATOR);

/// Anchor's code for data that names no instruction.
const FALLBACK_NOT_FOUND: ProgramError = ProgramError::Custom(101);

/// # Errors
/// A [`CurveError`] after its line in the log, or what the runtime answered.
#[inline(always)]
pub fn process_instruction(program_id: &Address, accounts: &mut [AccountView], data: &[u8]) -> ProgramResult {
    let Some((name, arguments)) = data.split_first_chunk::<8>() else {
        return Err(FALLBACK_NOT_FOUND);
    };
    let call = Call { program_id, accounts, data: arguments };
    let name = u64::from_le_bytes(*name);
    if name == EVENT {
        return events::receive(&call, &[Token::NAME, Factory::NAME]);
    }
    // trades before the long list, which costs some steps
    let result = match name {
        BUY => buy::process(call),
        SELL => sell::process(call),
        _ => rarer(name, call)?,
    };
    result.map_err(CurveError::explain)
}

/// # Errors
/// [`FALLBACK_NOT_FOUND`] for none of them; inside, what the instruction refused.
#[inline(never)]
fn rarer(name: u64, call: Call) -> Result<Result<(), CurveError>, ProgramError> {
    Ok(match name {
        CREATE_TOKEN => create_token::process(call),
        CHANGE_CREATOR => change_creator::process(call),
        COLLECT => collect::process(call),
        CONVERT => convert::process(call),
        MIGRATE => migrate::process(call),
        ACCEPT_ADMIN => accept_admin::process(call),
        ACCEPT_SUPER_ADMIN => accept_super_admin::process(call),
        APPLY_FEES => apply_fees::process(call),
        GRANT_ALLOWANCE => grant_allowance::process(call),
        INITIALIZE_FACTORY => initialize_factory::process(call),
        PAUSE => pause::process(call),
        PROPOSE_ADMIN => propose_admin::process(call),
        PROPOSE_SUPER_ADMIN => propose_super_admin::process(call),
        SET_FEE_RECEIVER => set_fee_receiver::process(call),
        SET_WITHDRAW_RECEIVER => set_withdraw_receiver::process(call),
        STOP_SELLS => stop_sells::process(call),
        UNPAUSE => unpause::process(call),
        UPDATE_BONUSES => update_bonuses::process(call),
        UPDATE_COEFFICIENT => update_coefficient::process(call),
        UPDATE_FEES => update_fees::process(call),
        SET_GUARDIAN => set_guardian::process(call),
        PAUSE_AS_GUARDIAN => pause_as_guardian::process(call),
        STOP_SELLS_AS_GUARDIAN => stop_sells_as_guardian::process(call),
        WITHDRAW => withdraw::process(call),
        _ => return Err(FALLBACK_NOT_FOUND),
    })
}
