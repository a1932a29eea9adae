//! The one field of the curve's factory that this program reads. From version 2 on the factory's first 208 bytes never move,
//! so that a later factory pays its creators through this pool, also when nobody can upgrade it any more.

use kit::{addresses::CURVE, checks::same};
use pinocchio::{AccountView, Address};

use crate::errors::PoolError;

const DISCRIMINATOR: [u8; 8] = [0x9f, 0x44, 0xc0, 0x3d, 0x30, 0xf9, 0xd8, 0xca];
const OLDEST_VERSION: u8 = 2;
const FEE_RECEIVER: usize = 176;
/// Up to the end of that field.
const HEAD: usize = 208;

/// Where platform fees go.
/// # Errors
/// [`PoolError::InvalidFactory`] for another account, [`PoolError::UnsupportedVersion`].
#[inline(always)]
pub fn fee_receiver<'a>(factory: &'a AccountView, address: &Address) -> Result<&'a Address, PoolError> {
    if !same(factory.address(), address) || !same(factory.owner(), &CURVE) || factory.data_len() < HEAD {
        return Err(PoolError::InvalidFactory);
    }
    // SAFETY: long enough, and this program can't write another's account.
    let data = unsafe { &*factory.data_ptr().cast::<[u8; HEAD]>() };
    let [a, b, c, d, e, f, g, h, version, ..] = data;
    if [*a, *b, *c, *d, *e, *f, *g, *h] != DISCRIMINATOR {
        return Err(PoolError::InvalidFactory);
    }
    if *version < OLDEST_VERSION {
        return Err(PoolError::UnsupportedVersion);
    }
    // SAFETY: within HEAD; an address may lie anywhere.
    Ok(unsafe { &*factory.data_ptr().add(FEE_RECEIVER).cast::<Address>() })
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects)] // a sum of two constants
mod tests {
    use super::*;
    use core::mem::{offset_of, size_of};
    use curve::state::Factory;

    #[test]
    fn the_field_lies_where_the_curve_writes_it() {
        assert_eq!(offset_of!(Factory, fee_receiver), FEE_RECEIVER);
        assert_eq!(FEE_RECEIVER + size_of::<Address>(), HEAD);
        assert_eq!(Factory::DISCRIMINATOR, DISCRIMINATOR);
        assert_eq!((Factory::OLDEST, offset_of!(Factory, version)), (OLDEST_VERSION, 8));
    }
}
