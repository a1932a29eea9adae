//! Where this program's accounts lie: each address is derived from a name, an id where there are many, and a bump.
//! The generated client reads this file, too.

/// `factory()`
pub const FACTORY: &[u8] = b"factory";
/// `vault()`
pub const VAULT: &[u8] = b"vault";
/// `token(token_id: u64)`
pub const TOKEN: &[u8] = b"token";
/// `mint(token_id: u64)`
pub const MINT: &[u8] = b"mint";
/// `new_mint(token_id: u64)`
pub const NEW_MINT: &[u8] = b"new_mint";
/// `conversion_vault(token_id: u64)`
pub const CONVERSION: &[u8] = b"conversion";
