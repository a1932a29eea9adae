//! `create_token`: a token's identity, the creator's first buy, and what the inviter gets.

use curve_math::Order;

use crate::{
    errors::CurveError,
    instructions::{end, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0x54, 0x34, 0xcc, 0xe4, 0x18, 0x8c, 0xea, 0x4b];

/// Longest name, symbol and uri, in bytes of UTF-8.
pub const TEXT_LIMITS: [usize; 3] = [32, 10, 64];
/// Name, symbol and uri at their longest, each after its length.
pub const TEXTS_MAX: usize = 118;

/// Name at most 32 bytes, symbol 10, uri 64: UTF-8, not empty.
pub struct CreateTokenData<'a> {
    /// Random, issued by the server; seeds state and mint.
    pub token_id: u64,
    pub name: &'a str,
    pub symbol: &'a str,
    pub uri: &'a str,
    /// The creator's first buy; `tokens` 0 means none.
    pub first_buy: Order,
    /// `C` as the creator saw it.
    pub bonding_curve_coeff: u64,
    /// What the inviter gets, in base units, as the creator saw it; 0 without one.
    pub referral_bonus: u64,
    /// Bit 0 referral, bit 1 affiliate (with bit 0), bit 2 discount: for inviter and first buy.
    pub flags: u8,
    // the three texts as they came, which is how Token-2022 wants them
    texts: &'a [u8],
}

impl<'a> CreateTokenData<'a> {
    /// The three texts in Borsh form.
    pub fn texts(&self) -> &'a [u8] {
        self.texts
    }
}

impl<'a> TryFrom<&'a [u8]> for CreateTokenData<'a> {
    type Error = CurveError;

    #[inline(always)]
    fn try_from(data: &'a [u8]) -> Result<Self, CurveError> {
        let (token_id, texts) = take_u64(data)?;
        let [name_max, symbol_max, uri_max] = TEXT_LIMITS;
        let (name, data) = take_text(texts, name_max)?;
        let (symbol, data) = take_text(data, symbol_max)?;
        let (uri, data) = take_text(data, uri_max)?;
        let texts = texts.split_at_checked(texts.len().saturating_sub(data.len())).ok_or(CurveError::InvalidData)?.0;
        let (tokens, data) = take_u64(data)?;
        let (max_lamports, data) = take_u64(data)?;
        let (min_tokens, data) = take_u64(data)?;
        let (bonding_curve_coeff, data) = take_u64(data)?;
        let (referral_bonus, data) = take_u64(data)?;
        let (flags, data) = data.split_first().ok_or(CurveError::InvalidData)?;
        end(data)?;
        let first_buy = Order { tokens, max_lamports, min_tokens };
        Ok(Self {
            token_id,
            name,
            symbol,
            uri,
            first_buy,
            bonding_curve_coeff,
            referral_bonus,
            flags: *flags,
            texts,
        })
    }
}

#[inline(never)]
fn take_text(data: &[u8], longest: usize) -> Result<(&str, &[u8]), CurveError> {
    let (length, data) = data.split_first_chunk::<4>().ok_or(CurveError::InvalidData)?;
    let length = u32::from_le_bytes(*length) as usize;
    if length == 0 || length > longest {
        return Err(CurveError::InvalidMetadata);
    }
    let (text, data) = data.split_at_checked(length).ok_or(CurveError::InvalidData)?;
    let text = core::str::from_utf8(text).map_err(|_| CurveError::InvalidMetadata)?;
    Ok((text, data))
}
