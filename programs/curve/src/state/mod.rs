//! Layouts of this program's accounts.

pub use kit::layout::make;
use kit::layout;

mod allowance;
mod factory;
mod fee_rates;
mod migrated;
mod signers;
mod token;

pub use factory::{Factory, Flag, STOP_PERIOD, WINDOW_HOURS};
pub use fee_rates::FeeRates;
pub use migrated::{grow, migration};
pub use signers::{FactorySigner, TokenSigner};
pub use token::{Migration, Token};

layout!(Factory, Token);

// no hidden gaps: the client reads fields one after the other
const _: () = assert!(Factory::LEN == 576);
const _: () = assert!(Token::LEN == 168);
const _: () = assert!(Migration::GROWN == 232);
