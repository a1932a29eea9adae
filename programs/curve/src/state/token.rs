//! One token's curve: its position, what it owes, and how it ends.

use pinocchio::Address;

/// Account at `['token', tokenId]`, `tokenId` as 8 little-endian bytes. It holds the token's lamports, too.
/// Integers are little endian and naturally aligned. Migration grows the account by `newMint` and
/// `liquidityAddress` (32 bytes each), paid then, so that a new Tribe doesn't pay rent for them.
#[repr(C)]
pub struct Token {
    pub discriminator: [u8; 8],
    /// Layout version, 1.
    pub version: u8,
    pub bump: u8,
    pub mint_bump: u8,
    /// 0 on the curve, 1 migrated.
    pub migrated: u8,
    /// Bumps of new mint, conversion vault, pool and pool vault, set by migration.
    pub migration_bumps: [u8; 4],
    pub token_id: u64,
    pub creator: Address,
    pub mint: Address,
    /// Curve position in base units: `floor` at the start, `xMax` when closed.
    pub x: u64,
    /// Lamports owed to the curve.
    pub reserve: u64,
    /// Where the curve starts (virtual supply), in base units.
    pub floor: u64,
    /// Where the curve closes, in base units.
    pub x_max: u64,
    /// `C`: the price of a token at position `x` is `(x/10⁹)²/C` SOL.
    pub bonding_curve_coeff: u64,
    /// Base units minted to the inviter at creation, outside the curve.
    pub referral_bonus: u64,
    /// Lamports accrued for the creator, outside `reserve`.
    pub creator_fees: u64,
    /// Lamports accrued for the platform, outside `reserve`.
    pub platform_fees: u64,
    /// Number of this token's next event.
    pub seq: u64,
    /// New base units per old one, set by migration.
    pub rate: u64,
}

impl Token {
    pub const DISCRIMINATOR: [u8; 8] = [0x83, 0xfe, 0x27, 0x90, 0x04, 0xb3, 0x86, 0x7f];
    pub const VERSION: u8 = 1;
    pub const OLDEST: u8 = 1;
    pub const LEN: usize = core::mem::size_of::<Self>();
}

/// Appended to [`Token`] by migration.
#[repr(C)]
pub struct Migration {
    /// The fixed-supply mint that old tokens convert into.
    pub new_mint: Address,
    /// The pool where it trades.
    pub liquidity_address: Address,
}
