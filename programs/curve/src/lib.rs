//! Factory, bonding curve and fees of creator tokens.
#![cfg_attr(not(test), no_std)]

/// Where this program lies unless it is deployed elsewhere. The program itself never compares with it: the same bytes
/// work at any address, and only the generated client knows this one.
pub const PROGRAM_ADDRESS: &str = "j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur";
