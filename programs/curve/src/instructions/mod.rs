//! One folder per instruction: accounts are validated first, then data is read, then the processor runs.

pub mod buy;
pub mod collect;
pub mod create_token;
pub mod initialize_factory;
pub mod pause;
pub mod sell;
pub mod unpause;
