//! The bonding curve's arithmetic, exact in lamports and base units, without any Solana type.
//!
//! At position `x` (base units, 10⁹ per token) a token costs `(x/10⁹)²/C` SOL. Moving from `x` to `x + a` is therefore
//! worth `((x+a)³ − x³) / K` lamports with `K = 3·10¹⁸·C`. A buy rounds up, a sell rounds down.
#![cfg_attr(not(test), no_std)]

mod cube;
mod curve;
mod fees;
mod migration;
mod order;
mod pool;
#[cfg(test)]
mod random;
mod wide;

pub use cube::{cube, cube_root, CUBE_MAX};
pub use curve::{x_max, Curve, COEFFICIENT_MAX, COEFFICIENT_MIN, FLOOR, TARGET};
pub use fees::{Fees, Rates, BPS, VALUE_MAX};
pub use migration::{convert, migration, Migration, NEW_SUPPLY};
pub use order::{fill, Fill, Order};
pub use pool::{Pool, PoolRates, Swap};

/// Why a calculation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing can be had for an amount of zero.
    Zero,
    /// The order's own bound is not met.
    Slippage,
    /// The position is at the end of the curve.
    Closed,
    /// A sell would go below where the curve starts.
    Floor,
    /// A number lies outside what these formulas are proven for.
    Range,
}
