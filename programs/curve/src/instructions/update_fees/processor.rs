//! Sets what trades cost, within bounds that nobody can leave: at once where nobody pays more than before, else by an
//! announcement that anybody can apply after 24 hours, and nobody after 72.

use super::{UpdateFeesAccounts, UpdateFeesData};
use crate::{
    errors::CurveError,
    events::{FeesAnnounced, FeesUpdated},
    state::{FactorySigner, FeeRates},
    system::now,
};

/// 24 hours.
const NOTICE: i64 = 86_400;

/// Ends any announcement before it.
/// # Errors
/// [`CurveError::OutOfBounds`].
#[inline(always)]
pub fn process(accounts: UpdateFeesAccounts, data: UpdateFeesData) -> Result<(), CurveError> {
    let UpdateFeesAccounts { super_admin, factory, program } = accounts;
    let state = &mut *factory.state;
    let fees = FeeRates {
        referral: data.referral_fee,
        affiliate: data.affiliate_fee,
        discount: data.discount_fee,
        platform_buy: data.platform_buy_fee,
        platform_sell: data.platform_sell_fee,
        creator_buy: data.creator_buy_fee,
        creator_sell: data.creator_sell_fee,
    };
    if !fees.within_bounds() {
        return Err(CurveError::OutOfBounds);
    }
    let seq = state.next_seq()?;
    if fees.is_rise_from(&state.fees()) {
        let from = now()?.saturating_add(NOTICE);
        state.announce_fees(fees, from);
        let event = FeesAnnounced::new(
            seq,
            *super_admin.address(),
            from,
            fees.referral,
            fees.affiliate,
            fees.discount,
            fees.platform_buy,
            fees.platform_sell,
            fees.creator_buy,
            fees.creator_sell,
        );
        FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    } else {
        state.set_fees(fees);
        let event = FeesUpdated::of(seq, *super_admin.address(), &fees);
        FactorySigner::new(state).emit(program, &factory.view, event.as_bytes());
    }
    Ok(())
}
