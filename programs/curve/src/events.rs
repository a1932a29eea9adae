//! What happened, as self-calls: data that only this program can have sent, in order, per token.

use kit::event;
use pinocchio::Address;

pub use kit::events::{emit, receive, EVENT_TAG};

use crate::state::FeeRates;

event! {
    /// The factory exists. Signed by the factory.
    FactoryInitialized = [0x14, 0x56, 0x67, 0x4b, 0x14, 0xdc, 0xa2, 0x3f], {
        seq: u64,
        bonding_curve_coeff: u64,
        referral_token_bonus: u64,
        affiliate_token_bonus: u64,
        admin: Address,
        super_admin: Address,
        vault: Address,
        fee_receiver: Address,
        withdraw_receiver: Address,
        referral_fee: u16,
        affiliate_fee: u16,
        discount_fee: u16,
        platform_buy_fee: u16,
        platform_sell_fee: u16,
        creator_buy_fee: u16,
        creator_sell_fee: u16,
    }
}

event! {
    /// Create, buy and co-signed sells stopped. Signed by the factory.
    FactoryPaused = [0xcd, 0xc4, 0x0a, 0x8c, 0xf6, 0xdc, 0xb8, 0xc1], {
        seq: u64,
        super_admin: Address,
    }
}

event! {
    /// They go on. Signed by the factory.
    FactoryUnpaused = [0x1b, 0x47, 0x86, 0x77, 0xe9, 0x95, 0x97, 0xa9], {
        seq: u64,
        super_admin: Address,
    }
}

event! {
    /// A guardian stopped create, buy and co-signed sells for 72 hours. Signed by the factory.
    GuardianPaused = [0xaa, 0x2b, 0xdd, 0xe1, 0xe1, 0x89, 0xf9, 0xb8], {
        seq: u64,
        guardian: Address,
        /// Unix time.
        until: i64,
    }
}

event! {
    /// The super admin ended a guardian's pause before its time. Signed by the factory.
    GuardianPauseEnded = [0xd2, 0x3d, 0xc8, 0x35, 0x8f, 0x96, 0x74, 0x05], {
        seq: u64,
        super_admin: Address,
        /// Unix time.
        at: i64,
    }
}

event! {
    /// Who may pause and stop from now on. Signed by the factory.
    GuardianSet = [0x9f, 0x31, 0x9b, 0x9c, 0xb0, 0x58, 0x1d, 0xbe], {
        seq: u64,
        super_admin: Address,
        previous: Address,
        /// All zero for nobody.
        current: Address,
    }
}

event! {
    /// A token's first event. Signed by the token's state, as all that follow.
    TokenCreated = [0xec, 0x13, 0x29, 0xff, 0x82, 0x4e, 0x93, 0xac], {
        seq: u64,
        token_id: u64,
        bonding_curve_coeff: u64,
        floor: u64,
        x_max: u64,
        /// Base units minted to the inviter.
        referral_bonus: u64,
        mint: Address,
        creator: Address,
        /// All zero when nobody invited.
        inviter: Address,
    }
}

event! {
    /// Tokens minted on the curve; also a creator's first buy.
    TokenBought = [0xc5, 0xb6, 0x03, 0xe4, 0x52, 0xec, 0x07, 0x8f], {
        seq: u64,
        token_id: u64,
        /// Base units bought.
        amount: u64,
        /// Lamports that the curve took, before fees.
        price: u64,
        /// Position `x` before the trade.
        supply_before_trade: u64,
        /// Lamports accrued for the platform, with a referral share that could not be paid.
        platform_fee: u64,
        creator_fee: u64,
        /// Lamports paid to the referrer in this trade.
        referral_fee: u64,
        mint: Address,
        trader: Address,
        creator: Address,
        /// All zero when there is none.
        referrer: Address,
        /// Basis points of `price` that the referrer was due.
        referral_rate: u16,
        /// Basis points of `price` taken off the platform's fee.
        discount_rate: u16,
        is_affiliate: bool,
    }
}

event! {
    /// Tokens burned on the curve. The trader got `price` less the three fees.
    TokenSold = [0x58, 0x3d, 0x01, 0xf7, 0xb9, 0x06, 0xfc, 0x56], {
        seq: u64,
        token_id: u64,
        /// Base units sold.
        amount: u64,
        /// Lamports that the curve gave, before fees.
        price: u64,
        /// Position `x` before the trade.
        supply_before_trade: u64,
        /// Lamports accrued for the platform, with a referral share that could not be paid.
        platform_fee: u64,
        creator_fee: u64,
        /// Lamports paid to the referrer in this trade.
        referral_fee: u64,
        mint: Address,
        trader: Address,
        creator: Address,
        /// All zero when there is none.
        referrer: Address,
        /// Basis points of `price` that the referrer was due.
        referral_rate: u16,
        /// Basis points of `price` taken off the platform's fee.
        discount_rate: u16,
        is_affiliate: bool,
    }
}

event! {
    /// Accrued fees left the token's state. An amount is 0 when its recipient could not be paid.
    FeesCollected = [0xe9, 0x17, 0x75, 0xe1, 0x6b, 0xb2, 0xfe, 0x08], {
        seq: u64,
        token_id: u64,
        creator_amount: u64,
        platform_amount: u64,
        mint: Address,
        creator: Address,
        fee_receiver: Address,
    }
}

event! {
    /// Somebody else is the creator from now on, and is paid what has accrued.
    CreatorChanged = [0x65, 0xe4, 0xae, 0x1f, 0xc5, 0x14, 0x9c, 0x1a], {
        seq: u64,
        token_id: u64,
        mint: Address,
        previous: Address,
        current: Address,
    }
}

event! {
    /// The curve is history: its reserve lies in the pool, the new supply in pool and conversion vault.
    TokenMigrated = [0x6d, 0x3d, 0x91, 0x6b, 0x32, 0x9e, 0x1c, 0x9a], {
        seq: u64,
        token_id: u64,
        /// Lamports that went into the pool.
        reserve: u64,
        /// New base units per old one.
        rate: u64,
        conversion_tokens: u64,
        pool_tokens: u64,
        mint: Address,
        new_mint: Address,
        /// The pool.
        liquidity_address: Address,
        caller: Address,
        /// Lamports that the vault paid the caller back.
        refund: u64,
    }
}

event! {
    /// Old tokens burned for new ones.
    TokensConverted = [0x9f, 0xee, 0x6e, 0xfe, 0xc1, 0xc6, 0xb0, 0x05], {
        seq: u64,
        token_id: u64,
        /// Old base units.
        amount: u64,
        new_amount: u64,
        mint: Address,
        new_mint: Address,
        owner: Address,
    }
}

event! {
    /// Somebody may take the office of admin. Signed by the factory, as all that follow.
    AdminProposed = [0x81, 0xf9, 0xe2, 0xe3, 0xc7, 0x52, 0x6e, 0xf3], {
        seq: u64,
        /// Who proposed.
        super_admin: Address,
        /// All zero when a proposal was taken back.
        proposed: Address,
    }
}

event! {
    /// The office of admin has changed hands.
    AdminAccepted = [0xae, 0x0c, 0x4c, 0x8b, 0x9e, 0x63, 0x6e, 0xfe], {
        seq: u64,
        previous: Address,
        current: Address,
    }
}

event! {
    /// Somebody may take the office of super admin.
    SuperAdminProposed = [0x24, 0x85, 0x59, 0xa7, 0x62, 0x03, 0xde, 0x7c], {
        seq: u64,
        /// Who proposed.
        super_admin: Address,
        /// All zero when a proposal was taken back.
        proposed: Address,
    }
}

event! {
    /// The office of super admin has changed hands, which ends every proposal and announcement.
    SuperAdminAccepted = [0xa8, 0x74, 0xfa, 0x07, 0x6f, 0x38, 0xb8, 0x67], {
        seq: u64,
        previous: Address,
        current: Address,
    }
}

event! {
    /// What trades will cost, in basis points, once somebody applies it, for 48 hours from its time on. Takes the place of
    /// any other announcement.
    FeesAnnounced = [0xcb, 0xca, 0x2f, 0x69, 0xb1, 0x1c, 0xc1, 0x93], {
        seq: u64,
        super_admin: Address,
        /// Unix time from which it can be applied.
        from: i64,
        referral_fee: u16,
        affiliate_fee: u16,
        discount_fee: u16,
        platform_buy_fee: u16,
        platform_sell_fee: u16,
        creator_buy_fee: u16,
        creator_sell_fee: u16,
    }
}

event! {
    /// What trades cost from now on, in basis points. Ends any announcement.
    FeesUpdated = [0x41, 0x22, 0xea, 0x3b, 0xf8, 0xf2, 0x65, 0x76], {
        seq: u64,
        super_admin: Address,
        referral_fee: u16,
        affiliate_fee: u16,
        discount_fee: u16,
        platform_buy_fee: u16,
        platform_sell_fee: u16,
        creator_buy_fee: u16,
        creator_sell_fee: u16,
    }
}

impl FeesUpdated {
    /// Of fees that are in force from now on.
    #[inline(never)]
    pub fn of(seq: u64, super_admin: Address, fees: &FeeRates) -> Self {
        Self::new(
            seq,
            super_admin,
            fees.referral,
            fees.affiliate,
            fees.discount,
            fees.platform_buy,
            fees.platform_sell,
            fees.creator_buy,
            fees.creator_sell,
        )
    }
}

event! {
    /// The coefficient of later tokens.
    CoefficientUpdated = [0xd8, 0x35, 0xa1, 0xa0, 0x00, 0xa0, 0xce, 0x87], {
        seq: u64,
        super_admin: Address,
        previous: u64,
        current: u64,
    }
}

event! {
    /// The first tokens of later inviters, in base units.
    BonusesUpdated = [0x66, 0x64, 0xc3, 0xbb, 0x0f, 0x7f, 0xfd, 0xf3], {
        seq: u64,
        super_admin: Address,
        referral_token_bonus: u64,
        affiliate_token_bonus: u64,
    }
}

event! {
    /// Platform fees go elsewhere from now on.
    FeeReceiverSet = [0x5d, 0x24, 0x5d, 0x2d, 0xb2, 0xb6, 0xbf, 0xe8], {
        seq: u64,
        super_admin: Address,
        previous: Address,
        current: Address,
    }
}

event! {
    /// Withdrawals go elsewhere from now on.
    WithdrawReceiverSet = [0x79, 0x51, 0x98, 0xc9, 0x46, 0x6e, 0x9b, 0x23], {
        seq: u64,
        super_admin: Address,
        previous: Address,
        current: Address,
    }
}

event! {
    /// What the admin may withdraw within any 86,400 seconds, in lamports.
    AllowanceGranted = [0x42, 0xdb, 0x40, 0x79, 0x76, 0x1a, 0xdf, 0x51], {
        seq: u64,
        super_admin: Address,
        allowance: u64,
    }
}

event! {
    /// Lamports left the vault.
    Withdrawn = [0x14, 0x59, 0xdf, 0xc6, 0xc2, 0x7c, 0xdb, 0x0d], {
        seq: u64,
        admin: Address,
        receiver: Address,
        lamports: u64,
        /// Of the allowance, in the 25 hours up to this one.
        spent: u64,
        /// Hour of Unix time that it counts in.
        hour: u64,
    }
}

event! {
    /// Every trade on a curve is refused for 72 hours.
    SellsStopped = [0x19, 0x9b, 0x39, 0x71, 0x8e, 0x6a, 0x4a, 0xb1], {
        seq: u64,
        /// Who did it: the super admin, or the guardian.
        super_admin: Address,
        /// Unix time.
        until: i64,
    }
}
