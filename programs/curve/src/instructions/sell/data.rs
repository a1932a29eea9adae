//! `sell`: exact tokens in, at least so many lamports out.

pub const DISCRIMINATOR: [u8; 8] = [0x33, 0xe6, 0x85, 0xa4, 0x01, 0x7f, 0x83, 0xad];

pub struct SellData {
    pub tokens: u64,
    /// Least payout after fees.
    pub min_lamports: u64,
    /// Bit 0 referral, bit 1 affiliate (with bit 0), bit 2 discount. Not 0 only with the admin's signature.
    pub flags: u8,
}
