//! One folder per instruction: accounts are validated first, then data is read, then the processor runs.

pub mod accept_admin;
pub mod accept_super_admin;
pub mod apply_fees;
pub mod buy;
pub mod change_creator;
pub mod collect;
pub mod convert;
pub mod create_token;
pub mod grant_allowance;
pub mod initialize_factory;
pub mod migrate;
pub mod pause;
pub mod pause_as_guardian;
pub mod propose_admin;
pub mod propose_super_admin;
pub mod sell;
pub mod set_fee_receiver;
pub mod set_guardian;
pub mod set_withdraw_receiver;
pub mod stop_sells;
pub mod stop_sells_as_guardian;
pub mod unpause;
pub mod update_bonuses;
pub mod update_coefficient;
pub mod update_fees;
pub mod withdraw;

pub(crate) use kit::data::{end, take_address, take_u16, take_u64};
use pinocchio::{AccountView, Address};

/// What accounts are validated from: the program's address and the accounts in order.
pub type Slots<'a> = (&'a Address, &'a mut [AccountView]);
