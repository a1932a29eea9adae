//! What happened, as self-calls: data that only this program can have sent, in order, per pool.

use kit::event;
use pinocchio::Address;

pub use kit::events::{emit, receive, EVENT_TAG};

event! {
    /// A pool's first event. Signed by the pool, as all that follow.
    PoolCreated = [0xca, 0x2c, 0x29, 0x58, 0x68, 0xdc, 0x9d, 0x52], {
        seq: u64,
        token_id: u64,
        lamports: u64,
        tokens: u64,
        /// The curve's state.
        token: Address,
        mint: Address,
        creator: Address,
        liquidity_fee: u16,
        creator_fee: u16,
        platform_fee: u16,
    }
}

event! {
    /// Tokens left the pool for lamports.
    PoolBought = [0xfa, 0xea, 0x84, 0x30, 0x56, 0x0b, 0x87, 0x35], {
        seq: u64,
        token_id: u64,
        /// What the buyer paid, all fees in.
        lamports: u64,
        /// What the buyer got.
        tokens: u64,
        /// Lamports that stay in the pool: the liquidity's share and every rounding.
        liquidity_fee: u64,
        creator_fee: u64,
        platform_fee: u64,
        /// After the swap.
        lamport_reserve: u64,
        /// After the swap.
        token_reserve: u64,
        mint: Address,
        trader: Address,
    }
}

event! {
    /// Lamports left the pool for tokens.
    PoolSold = [0x91, 0x9d, 0x3f, 0xdd, 0x05, 0xcf, 0xd1, 0x67], {
        seq: u64,
        token_id: u64,
        /// What the seller got, after all fees.
        lamports: u64,
        /// What the seller gave.
        tokens: u64,
        /// Lamports that stay in the pool: the liquidity's share and every rounding.
        liquidity_fee: u64,
        creator_fee: u64,
        platform_fee: u64,
        /// After the swap.
        lamport_reserve: u64,
        /// After the swap.
        token_reserve: u64,
        mint: Address,
        trader: Address,
    }
}

event! {
    /// Accrued fees left the pool. An amount is 0 when its recipient could not be paid.
    PoolFeesCollected = [0xda, 0x4a, 0xa3, 0x2a, 0x08, 0x98, 0x39, 0xf2], {
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
    /// Somebody else is paid the pool's creator fees from now on, and what has accrued of them.
    PoolCreatorChanged = [0x9e, 0xb9, 0x38, 0xfc, 0x10, 0x3b, 0xc0, 0xb4], {
        seq: u64,
        token_id: u64,
        mint: Address,
        previous: Address,
        current: Address,
    }
}
