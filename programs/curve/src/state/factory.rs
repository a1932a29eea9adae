//! The one factory: who may do what, what a trade costs, and what a new token starts with.

use pinocchio::Address;

/// A boolean in an account: 0 or 1.
pub type Flag = u8;

/// Account at `['factory']`. Integers are little endian and naturally aligned; amounts are lamports,
/// token amounts are base units (10⁹ per token), fees are basis points of a trade's value. The first 208 bytes, up to
/// `fee_receiver`, never move in any later version: pools read them.
#[repr(C)]
pub struct Factory {
    pub discriminator: [u8; 8],
    /// Layout version, 2.
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
    /// Every trade on a curve is refused until this Unix time; 0 when never stopped.
    pub sells_stopped_until: i64,
    /// What the admin may withdraw from the vault within any 86,400 s.
    pub allowance: u64,
    /// The last hour of Unix time in which something was withdrawn.
    pub allowance_hour: u64,
    /// Inviter's first tokens for a referral.
    pub referral_token_bonus: u64,
    /// Inviter's first tokens for an affiliate.
    pub affiliate_token_bonus: u64,
    /// Unix time from which, for 48 hours, the announced fees can be applied; 0 when none are announced.
    pub announced_fees_from: i64,
    /// Withdrawn in each of the last 25 hours, the hour `h` at `h mod 25`.
    pub withdrawn: [u64; 25],
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
    /// What `apply_fees` puts in the place of the seven, all zero when nothing is announced.
    pub announced_referral_fee: u16,
    pub announced_affiliate_fee: u16,
    pub announced_discount_fee: u16,
    pub announced_platform_buy_fee: u16,
    pub announced_platform_sell_fee: u16,
    pub announced_creator_buy_fee: u16,
    pub announced_creator_sell_fee: u16,
    /// May pause and stop, nothing else; all zero when there is none. Accounts of before had zeros here.
    pub guardian: Address,
    /// Unix time until which a guardian's pause stands, which `unpause` may have brought forward; 0 when there was never one.
    pub guardian_pause_ends: u32,
}

impl Factory {
    pub const DISCRIMINATOR: [u8; 8] = [0x9f, 0x44, 0xc0, 0x3d, 0x30, 0xf9, 0xd8, 0xca];
    pub const VERSION: u8 = 2;
    pub const OLDEST: u8 = 2;
    pub const LEN: usize = core::mem::size_of::<Self>();
}

/// 72 hours: how long a stop, or a guardian's pause, lasts, and how long it can't be renewed.
pub const STOP_PERIOD: i64 = 259_200;

/// Hours that any 86,400 s can touch.
pub const WINDOW_HOURS: usize = 25;
