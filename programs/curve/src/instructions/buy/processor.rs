//! Buys tokens on the curve. The admin co-signs.

use curve_math::Order;

use super::{BuyAccounts, BuyData};
use crate::{
    errors::CurveError,
    trade::{not_paused, purchase, Flags, Purchase},
};

/// # Errors
/// [`CurveError::Paused`], [`CurveError::InvalidFlags`], and those of [`purchase`].
#[inline(always)]
pub fn process(mut accounts: BuyAccounts, data: BuyData) -> Result<(), CurveError> {
    not_paused(accounts.factory)?;
    let flags = Flags::new(data.flags)?;
    flags.agree_with(accounts.referrer.as_deref())?;
    purchase(Purchase {
        program_id: accounts.program,
        factory: accounts.factory,
        token: &mut accounts.token,
        mint: accounts.mint,
        buyer: accounts.buyer,
        buyer_token_account: accounts.buyer_token_account,
        referrer: accounts.referrer,
        order: Order { tokens: data.tokens, max_lamports: data.max_lamports, min_tokens: data.min_tokens },
        flags,
    })
}
