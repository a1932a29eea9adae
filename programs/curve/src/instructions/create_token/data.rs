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

/// Name at most 32 bytes, symbol 10, uri 64: UTF-8, not empty, without control characters.
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
    let (control, high) = scanned(text);
    if control != 0 || (high != 0 && !is_text(text)) {
        return Err(CurveError::InvalidMetadata);
    }
    // SAFETY: seven-bit bytes alone are UTF-8, and any other were checked.
    Ok((unsafe { core::str::from_utf8_unchecked(text) }, data))
}

/// Eight bytes at a time, as every creation asks: not zero where a byte is below a space or DEL, and where one has its
/// highest bit.
#[inline(always)]
fn scanned(text: &[u8]) -> (u64, u64) {
    let last = match text.last_chunk::<8>() {
        Some(end) => u64::from_le_bytes(*end),
        None => text.iter().fold(each(b' '), |word, byte| (word << 8) | u64::from(*byte)),
    };
    let (mut control, mut high) = (0, 0);
    let (words, _) = text.as_chunks::<8>();
    for word in words.iter().map(|word| u64::from_le_bytes(*word)).chain([last]) {
        control |= below(word, b' ') | below(word ^ each(0x7f), 1);
        high |= word & each(0x80);
    }
    (control, high)
}

/// UTF-8 without the control characters U+0080 to U+009F, which begin with C2.
#[inline(never)]
fn is_text(text: &[u8]) -> bool {
    core::str::from_utf8(text).is_ok() && !text.windows(2).any(|pair| matches!(pair, [0xc2, 0x80..=0x9f]))
}

/// Not zero when one of eight bytes is below `limit`, which is at most 128.
#[inline(always)]
const fn below(word: u64, limit: u8) -> u64 {
    word.wrapping_sub(each(limit)) & !word & each(0x80)
}

/// A byte in all eight places.
#[inline(always)]
const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

#[cfg(test)]
mod tests {
    use super::take_text;

    fn is_taken(text: &[u8]) -> bool {
        let data = [&(text.len() as u32).to_le_bytes()[..], text, b"more"].concat();
        take_text(&data, 200).is_ok_and(|(taken, rest)| taken.as_bytes() == text && rest == b"more")
    }

    #[test]
    fn a_control_character_is_found_wherever_it_stands() {
        for length in 0..34 {
            for place in 0..=length {
                for point in (0..0x101).chain([0x2028, 0x202e, 0xfeff, 0xffff, 0x1f525]).filter_map(char::from_u32) {
                    for before in ["é", "n"] {
                        let text = format!("{}{point}{}", before.repeat(place), "~".repeat(length - place));
                        assert_eq!(is_taken(text.as_bytes()), !point.is_control(), "{point:?} at {place} of {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_utf_8_is_refused_wherever_it_stands() {
        for length in 0..20 {
            for place in 0..=length {
                for wrong in [&[0xffu8][..], &[0xc2], &[0x80], &[0xc0, 0x80], &[0xed, 0xa0, 0x80], &[0xf4, 0x90, 0x80, 0x80]] {
                    let text = [&b"n".repeat(place)[..], wrong, &b"~".repeat(length - place)].concat();
                    assert!(!is_taken(&text), "{wrong:?} at {place} of {length}");
                }
            }
        }
    }
}
