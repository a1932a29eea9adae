//! Factory, bonding curve and fees of creator tokens.
#![cfg_attr(not(test), no_std)]

#[cfg(target_arch = "bpf")]
mod entrypoint;
#[cfg(target_arch = "bpf")]
use svm_rt as _;

pub mod checks;
pub mod dispatch;
pub mod errors;
pub mod events;
pub mod instructions;
pub mod seeds;
pub mod state;
pub mod system;
pub mod token_2022;
pub mod trade;

/// Where this program lies unless it is deployed elsewhere. The program itself never compares with it: the same bytes
/// work at any address, and only the generated client knows this one.
pub const PROGRAM_ADDRESS: &str = "j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur";
