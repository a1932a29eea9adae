//! Runtime support for programs that upstream LLVM compiles: what its BPF back end calls instead of emitting code.
//! A program must name this crate (`use svm_rt as _;`), or it is not linked. Solana's own toolchain brings its own.
//!
//! The arithmetic is ordinary code that a host tests; only the exported names exist for BPF alone.
#![cfg_attr(not(test), no_std)]
#![no_builtins]

mod arithmetic;

#[cfg(target_arch = "bpf")]
mod exports;

pub use arithmetic::{divide, multiply};
