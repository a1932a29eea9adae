//! Sets what trades cost from now on, within bounds that nobody can leave.

use super::{UpdateFeesAccounts, UpdateFeesData};
use crate::{errors::CurveError, events::FeesUpdated, state::FactorySigner};

/// Largest share of either side, creator's or platform's.
const SIDE_MAX: u16 = 1_000;

/// # Errors
/// [`CurveError::OutOfBounds`].
#[inline(always)]
pub fn process(accounts: UpdateFeesAccounts, data: UpdateFeesData) -> Result<(), CurveError> {
    let UpdateFeesAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    within_bounds(&data)?;
    state.referral_fee = data.referral_fee;
    state.affiliate_fee = data.affiliate_fee;
    state.discount_fee = data.discount_fee;
    state.platform_buy_fee = data.platform_buy_fee;
    state.platform_sell_fee = data.platform_sell_fee;
    state.creator_buy_fee = data.creator_buy_fee;
    state.creator_sell_fee = data.creator_sell_fee;
    let event = FeesUpdated::new(
        state.next_seq()?,
        *super_admin.address(),
        data.referral_fee,
        data.affiliate_fee,
        data.discount_fee,
        data.platform_buy_fee,
        data.platform_sell_fee,
        data.creator_buy_fee,
        data.creator_sell_fee,
    );
    FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    Ok(())
}

/// Shares and discount come out of the platform's, so that together they must not exceed it.
fn within_bounds(data: &UpdateFeesData) -> Result<(), CurveError> {
    let sides = [data.platform_buy_fee, data.platform_sell_fee, data.creator_buy_fee, data.creator_sell_fee];
    let given = data.referral_fee.max(data.affiliate_fee).saturating_add(data.discount_fee);
    let platform = data.platform_buy_fee.min(data.platform_sell_fee);
    if given > platform || sides.iter().any(|side| *side > SIDE_MAX) {
        return Err(CurveError::OutOfBounds);
    }
    Ok(())
}
