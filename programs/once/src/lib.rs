//! One bit for each batch of an airdrop, so that none lands twice.
#![cfg_attr(any(target_os = "solana", target_arch = "bpf"), no_std)]

#[cfg(any(target_os = "solana", target_arch = "bpf"))]
mod entrypoint;
#[cfg(any(target_os = "solana", target_arch = "bpf"))]
mod security;
#[cfg(target_arch = "bpf")]
use svm_rt as _;

pub mod checks;
pub mod dispatch;
pub mod errors;
pub mod instructions;
pub mod seeds;
pub mod state;

/// Where clients find this program.
pub use kit::addresses::ONCE_PROGRAM as PROGRAM_ADDRESS;
