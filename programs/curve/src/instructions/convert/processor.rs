//! Burns old tokens and pays new ones for them, at the rate that never changes.

use pinocchio::cpi::Signer;

use super::{ConvertAccounts, ConvertData};
use crate::{
    errors::CurveError,
    events::{emit, TokensConverted},
    state::TokenSigner,
    token_2022::{burn, takes_transfers, transfer, unguarded},
};

/// # Errors
/// [`CurveError::InvalidAmount`], [`CurveError::AmountTooLarge`] for more than any curve has, [`CurveError::CpiGuarded`],
/// [`CurveError::MemoRequired`].
#[inline(always)]
pub fn process(accounts: ConvertAccounts, data: ConvertData) -> Result<(), CurveError> {
    let new_mint = accounts.new_mint();
    let ConvertAccounts {
        owner, token, mint, owner_token_account, conversion_vault, owner_new_token_account, program, ..
    } = accounts;
    let state = &mut *token.state;
    let units = curve_math::convert(data.tokens, state.rate)?;
    let seq = state.next_seq()?;

    unguarded(owner_token_account)?;
    takes_transfers(owner_new_token_account)?;
    burn(owner_token_account, mint, owner, data.tokens);
    let signer = TokenSigner::new(state);
    let seeds = signer.seeds();
    transfer(conversion_vault, owner_new_token_account, &token.view, units, &[Signer::from(&seeds)]);
    let event =
        TokensConverted::new(seq, state.token_id, data.tokens, units, state.mint, new_mint, *owner.address());
    emit(program, &token.view, event.as_bytes(), Signer::from(&seeds));
    Ok(())
}
