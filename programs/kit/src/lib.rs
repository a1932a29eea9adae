//! What `programs/curve` and `programs/pool` have in common. It holds no rule of either.
#![cfg_attr(not(test), no_std)]

pub mod addresses;
pub mod checks;
pub mod data;
pub mod derive;
pub mod errors;
pub mod events;
pub mod layout;
pub mod rent;
pub mod system;
pub mod token_2022;

/// For the macros.
#[doc(hidden)]
pub use pinocchio;
