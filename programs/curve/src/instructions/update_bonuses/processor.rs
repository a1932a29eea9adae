//! Sets the first tokens of later inviters.

use super::{UpdateBonusesAccounts, UpdateBonusesData};
use crate::{errors::CurveError, events::BonusesUpdated, state::FactorySigner};

/// 15 tokens.
const BONUS_MAX: u64 = 15_000_000_000;

/// # Errors
/// [`CurveError::OutOfBounds`].
#[inline(always)]
pub fn process(accounts: UpdateBonusesAccounts, data: UpdateBonusesData) -> Result<(), CurveError> {
    let UpdateBonusesAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    if data.referral_token_bonus > BONUS_MAX || data.affiliate_token_bonus > BONUS_MAX {
        return Err(CurveError::OutOfBounds);
    }
    state.referral_token_bonus = data.referral_token_bonus;
    state.affiliate_token_bonus = data.affiliate_token_bonus;
    let event = BonusesUpdated::new(
        state.next_seq()?,
        *super_admin.address(),
        data.referral_token_bonus,
        data.affiliate_token_bonus,
    );
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}
