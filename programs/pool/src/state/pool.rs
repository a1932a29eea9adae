//! One pool: what it holds for its traders, what it owes, and its fees.

use pinocchio::Address;

/// Account at `['pool', token]`, with the curve's state as `token`. It holds the pool's lamports, too. Integers are
/// little endian and naturally aligned. Reserves are counters of its own: balances are never inputs.
#[repr(C)]
pub struct Pool {
    pub discriminator: [u8; 8],
    /// Layout version, 1.
    pub version: u8,
    pub bump: u8,
    pub vault_bump: u8,
    pub padding: [u8; 5],
    /// The curve's state, which signed for the pool.
    pub token: Address,
    /// What trades here.
    pub mint: Address,
    /// The pool's token account.
    pub vault: Address,
    pub creator: Address,
    /// The curve's factory, which names the fee receiver.
    pub factory: Address,
    pub token_id: u64,
    /// Lamports that trade.
    pub lamport_reserve: u64,
    /// Base units that trade.
    pub token_reserve: u64,
    /// Lamports accrued for the creator, outside the reserve.
    pub creator_fees: u64,
    /// Lamports accrued for the platform, outside the reserve.
    pub platform_fees: u64,
    /// Number of this pool's next event.
    pub seq: u64,
    /// Basis points of a swap's lamports that stay in the reserve.
    pub liquidity_fee: u16,
    pub creator_fee: u16,
    pub platform_fee: u16,
    pub reserved: [u8; 2],
}

impl Pool {
    pub const DISCRIMINATOR: [u8; 8] = [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc];
    pub const VERSION: u8 = 1;
    pub const OLDEST: u8 = 1;
    pub const LEN: usize = core::mem::size_of::<Self>();
}
