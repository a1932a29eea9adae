//! One folder per instruction: accounts are validated first, then data is read, then the processor runs.

pub mod cancel;
pub mod close;
pub mod init;
pub mod mark;

pub(crate) use kit::data::{end, take_bytes, take_u32, take_u64};
use pinocchio::{AccountView, Address};

/// What accounts are validated from: the program's address and the accounts in order.
pub type Slots<'a> = (&'a Address, &'a mut [AccountView]);
