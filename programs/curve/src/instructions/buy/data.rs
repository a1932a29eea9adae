//! `buy`: an order that serves fixed SOL, fixed tokens, and slippage between.

pub const DISCRIMINATOR: [u8; 8] = [0x66, 0x06, 0x3d, 0x12, 0x01, 0xda, 0xeb, 0xea];

/// Fills `tokens` if that costs at most `max_lamports` (all fees in), else as many as `max_lamports` pays for,
/// at least `min_tokens`.
pub struct Order {
    pub tokens: u64,
    pub max_lamports: u64,
    pub min_tokens: u64,
}

pub struct BuyData {
    pub tokens: u64,
    pub max_lamports: u64,
    pub min_tokens: u64,
    /// Bit 0 referral, bit 1 affiliate (with bit 0), bit 2 discount.
    pub flags: u8,
}
