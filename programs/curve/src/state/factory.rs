//! The one factory: who may do what, what a trade costs, and what a new token starts with.

use pinocchio::Address;

/// A boolean in an account: 0 or 1.
pub type Flag = u8;

/// Account at `['factory']`. Integers are little endian and naturally aligned; amounts are lamports,
/// token amounts are base units (10⁹ per token), fees are basis points of a trade's value.
#[repr(C)]
pub struct Factory {
    pub discriminator: [u8; 8],
    /// Layout version, 1.
    pub version: u8,
    pub bump: u8,
    pub vault_bump: u8,
    /// Stops create, buy and co-signed sells.
    pub paused: Flag,
    pub padding: [u8; 4],
    /// Co-signs creations and buys, and sells that claim a referral or a discount.
    pub admin: Address,
    /// Pauses, changes settings, names the admin.
    pub super_admin: Address,
    /// Proposed admin, all zero when there is none.
    pub pending_admin: Address,
    /// Proposed super admin, all zero when there is none.
    pub pending_super_admin: Address,
    /// The program's own treasury at `['vault']`.
    pub vault: Address,
    /// Where collected platform fees go.
    pub fee_receiver: Address,
    /// Where withdrawals from the vault go.
    pub withdraw_receiver: Address,
    /// `C` of tokens created from now on.
    pub bonding_curve_coeff: u64,
    pub token_count: u64,
    /// Number of the next factory event.
    pub seq: u64,
    /// Plain sells are refused until this Unix time; 0 when never stopped.
    pub sells_stopped_until: i64,
    /// What the admin may withdraw from the vault per window of 86,400 s.
    pub allowance: u64,
    pub allowance_spent: u64,
    /// Unix time at which the current allowance window began.
    pub allowance_window_start: i64,
    /// Inviter's first tokens for a referral.
    pub referral_token_bonus: u64,
    /// Inviter's first tokens for an affiliate.
    pub affiliate_token_bonus: u64,
    /// Referral's share out of the platform's.
    pub referral_fee: u16,
    /// Affiliate's share out of the platform's.
    pub affiliate_fee: u16,
    /// Discount off the platform's share.
    pub discount_fee: u16,
    pub platform_buy_fee: u16,
    pub platform_sell_fee: u16,
    pub creator_buy_fee: u16,
    pub creator_sell_fee: u16,
    pub reserved: [u8; 50],
}

impl Factory {
    pub const DISCRIMINATOR: [u8; 8] = [0x9f, 0x44, 0xc0, 0x3d, 0x30, 0xf9, 0xd8, 0xca];
    pub const VERSION: u8 = 1;
    pub const LEN: usize = core::mem::size_of::<Self>();
}
