//! Where the two programs lie. `migrate` trusts the one, the pool trusts the other; nothing else compares with them.
//! Who deploys under other addresses changes these lines and rebuilds (`npm run programs:build`).

use pinocchio::Address;

/// `programs/curve`
pub const CURVE_PROGRAM: &str = "j9oMRV4qRU38vYGehTA4XY2HKMrFLL4gUP37osNWZur";
/// `programs/pool`
pub const POOL_PROGRAM: &str = "AfFF581uyphtN8SBuoyQYfmU6GRmr1LXvSm8pgEeHi2D";

/// `programs/once`, which neither of the two asks for.
pub const ONCE_PROGRAM: &str = "3DLG3zaDhtzYT6PUv3Qu6LV4qRVPCAjFTufe3cojwHEM";

/// [`CURVE_PROGRAM`] as bytes.
pub const CURVE: Address = Address::from_str_const(CURVE_PROGRAM);
/// [`POOL_PROGRAM`] as bytes.
pub const POOL: Address = Address::from_str_const(POOL_PROGRAM);

const FACTORY_SEED: &[u8] = b"factory";
/// The highest bump that gives the factory of [`CURVE_PROGRAM`] an address without a key. `initialize_factory` searches for
/// it, so that another number here lets nobody set up a factory; `npm run programs:build` names the right one.
pub const FACTORY_BUMP: u8 = 255;
/// Where the one factory lies: hashed by the compiler, so that no trade has to.
pub const FACTORY: Address = crate::derive::address_at_build(FACTORY_SEED, FACTORY_BUMP, &CURVE);

/// Lamports at this address are burned at the end of each block.
pub const INCINERATOR: Address = Address::from_str_const("1nc1nerator11111111111111111111111111111111");

/// Seeds of the pool program's accounts: a pool lies at `['pool', state]`, its token account at `['vault', pool]`.
pub const POOL_SEED: &[u8] = b"pool";
/// See [`POOL_SEED`].
pub const POOL_VAULT_SEED: &[u8] = b"vault";
/// Length of a pool, whose rent the curve provides.
pub const POOL_LEN: usize = 232;
