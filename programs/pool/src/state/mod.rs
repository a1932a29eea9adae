//! Layouts of this program's accounts.

use kit::layout;

mod pool;
mod signer;

pub use kit::layout::make;
pub use pool::Pool;
pub use signer::PoolSigner;

layout!(Pool);

// no hidden gaps: the client reads fields one after the other
const _: () = assert!(Pool::LEN == kit::addresses::POOL_LEN);
