//! Layouts of this program's accounts.

use kit::layout;

mod bits;
mod once;

pub use kit::layout::make_with as make;
pub use bits::id;
pub use once::Once;

layout!(Once);

// no hidden gaps: the client reads fields one after the other
const _: () = assert!(Once::LEN == 96);
