//! One airdrop: who pays it out, which list, and how many of its batches have landed.

use pinocchio::Address;

/// A boolean in an account: 0 or 1.
pub type Flag = u8;

/// Account at `['once', authority, slot, list]`, followed by one bit for each batch: batch `n` is bit `n % 8` of byte
/// `n / 8`. Integers are little endian and naturally aligned.
#[repr(C)]
pub struct Once {
    pub discriminator: [u8; 8],
    /// Layout version, 1.
    pub version: u8,
    pub bump: u8,
    /// No batch lands any more.
    pub cancelled: Flag,
    pub padding: [u8; 1],
    /// How many batches there are.
    pub batches: u32,
    /// How many have landed.
    pub marked: u32,
    pub reserved: [u8; 4],
    /// The slot that the address was made with.
    pub slot: u64,
    /// Marks, cancels, and gets the rent.
    pub authority: Address,
    /// SHA-256 of the canonical list.
    pub list: [u8; 32],
}

impl Once {
    pub const DISCRIMINATOR: [u8; 8] = [0x7c, 0xab, 0xb9, 0x19, 0x6a, 0x05, 0x92, 0x67];
    pub const VERSION: u8 = 1;
    pub const OLDEST: u8 = 1;
    pub const LEN: usize = core::mem::size_of::<Self>();
}
