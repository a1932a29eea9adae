//! Where this program's accounts lie. The generated client reads this file, too.

/// `pool(token: Address)`
pub const POOL: &[u8] = b"pool";
/// `pool_vault(pool: Address)`
pub const VAULT: &[u8] = b"vault";
