//! Sells tokens back to the curve. Without the admin's signature at full fees, so that nobody is locked in.

use curve_math::Rates;
use kit::rent::Rent;
use pinocchio::cpi::Signer;

use super::{SellAccounts, SellData};
use crate::{
    errors::CurveError,
    events::{emit, TokenSold},
    state::{Factory, TokenSigner},
    system::{pay, sum},
    token_2022::{burn, unguarded},
    trade::{not_paused, not_stopped, settle_referral, Flags},
};

/// # Errors
/// [`CurveError::Paused`], [`CurveError::SellsStopped`], [`CurveError::MissingCoSignature`],
/// [`CurveError::InvalidFlags`], [`CurveError::CurveClosed`], [`CurveError::InvalidAmount`],
/// [`CurveError::FloorReached`], [`CurveError::SellSlippageExceeded`], [`CurveError::InvalidReserve`],
/// [`CurveError::PayoutTooSmall`], [`CurveError::CpiGuarded`].
#[inline(always)]
pub fn process(accounts: SellAccounts, data: SellData) -> Result<(), CurveError> {
    let SellAccounts { seller, admin, factory, mut token, mint, seller_token_account, referrer, program, .. } = accounts;
    let flags = Flags::new(data.flags)?;
    open_for(factory, admin.is_some(), flags)?;
    flags.agree_with(referrer.as_deref())?;
    let state = &mut *token.state;
    if state.x == state.x_max {
        return Err(CurveError::CurveClosed);
    }
    if data.tokens == 0 {
        return Err(CurveError::InvalidAmount);
    }

    let (referral_rate, discount_rate) = flags.rates(factory);
    let rates = Rates::new(factory.creator_sell_fee, factory.platform_sell_fee, referral_rate, discount_rate)?;
    let value = state.curve().proceeds(data.tokens, state.floor)?;
    let mut fees = rates.on(value)?;
    let payout = value.checked_sub(fees.total()).ok_or(CurveError::AmountTooLarge)?;
    if payout < data.min_lamports {
        return Err(CurveError::SellSlippageExceeded);
    }
    let rent = Rent::read()?;
    if !rent.can_receive(seller, payout) {
        return Err(CurveError::PayoutTooSmall);
    }
    let referrer_address = settle_referral(&mut fees, referrer.as_deref(), || Ok(rent))?;

    let supply_before_trade = state.x;
    // proceeds() has made sure of the first
    state.x = state.x.checked_sub(data.tokens).ok_or(CurveError::FloorReached)?;
    state.reserve = state.reserve.checked_sub(value).ok_or(CurveError::InvalidReserve)?;
    state.accrue(&fees)?;
    let seq = state.next_seq()?;
    let owed = sum(sum(state.reserve, state.creator_fees)?, state.platform_fees)?;
    let kept = sum(owed, rent.exempt(token.view.data_len()))?;
    let leaving = sum(payout, fees.referral)?;
    if token.view.lamports() < sum(kept, leaving)? {
        return Err(CurveError::InvalidReserve);
    }

    unguarded(seller_token_account)?;
    burn(seller_token_account, mint, seller, data.tokens);
    let event = TokenSold::new(
        seq,
        state.token_id,
        data.tokens,
        value,
        supply_before_trade,
        fees.platform,
        fees.creator,
        fees.referral,
        *mint.address(),
        *seller.address(),
        state.creator,
        referrer_address,
        referral_rate,
        discount_rate,
        flags.affiliate(),
    );
    let signer = TokenSigner::new(state);
    emit(program, &token.view, event.as_bytes(), Signer::from(&signer.seeds()));
    pay(&mut token.view, seller, payout)?;
    match referrer {
        Some(referrer) if fees.referral > 0 => Ok(pay(&mut token.view, referrer, fees.referral)?),
        _ => Ok(()),
    }
}

/// A co-signed sell goes with the pause, a plain one claims nothing. Both stop with every other trade, for a while.
#[inline(always)]
fn open_for(factory: &Factory, co_signed: bool, flags: Flags) -> Result<(), CurveError> {
    if co_signed {
        not_paused(factory)?;
    } else if flags.any() {
        return Err(CurveError::MissingCoSignature);
    }
    not_stopped(factory)
}
