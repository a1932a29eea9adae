//! `create_token`: a token's identity, the creator's first buy, and who invited.

use crate::instructions::buy::Order;

pub const DISCRIMINATOR: [u8; 8] = [0x54, 0x34, 0xcc, 0xe4, 0x18, 0x8c, 0xea, 0x4b];

/// Name at most 32 bytes, symbol 10, uri 64: UTF-8, not empty.
pub struct CreateTokenData<'a> {
    /// Random, issued by the server; seeds state and mint.
    pub token_id: u64,
    pub name: &'a str,
    pub symbol: &'a str,
    pub uri: &'a str,
    /// The creator's first buy; `tokens` 0 means none.
    pub first_buy: Order,
    /// Bit 0 referral, bit 1 affiliate (with bit 0), bit 2 discount: for inviter and first buy.
    pub flags: u8,
}
