//! One folder per instruction: accounts are validated first, then data is read, then the processor runs.

pub mod buy;
pub mod change_creator;
pub mod collect;
pub mod create_pool;
pub mod sell;

pub(crate) use kit::data::{end, take_address, take_u64, take_u8};
use pinocchio::{AccountView, Address};

/// What accounts are validated from: the program's address and the accounts in order.
pub type Slots<'a> = (&'a Address, &'a mut [AccountView]);
