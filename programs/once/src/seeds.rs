//! Where this program's accounts lie. The generated client reads this file, too.

/// `once(authority: Address, slot: u64, list: [u8; 32])`
pub const ONCE: &[u8] = b"once";
