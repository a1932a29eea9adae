//! The one field of the curve's factory that this program reads.

use kit::{addresses::CURVE, checks::same};
use pinocchio::{AccountView, Address};

use crate::errors::PoolError;

const DISCRIMINATOR: [u8; 8] = [0x9f, 0x44, 0xc0, 0x3d, 0x30, 0xf9, 0xd8, 0xca];
const VERSION: u8 = 2;
const FEE_RECEIVER: usize = 176;
const LEN: usize = 576;

/// Where platform fees go.
/// # Errors
/// [`PoolError::InvalidFactory`] for another account, [`PoolError::UnsupportedVersion`].
#[inline(always)]
pub fn fee_receiver<'a>(factory: &'a AccountView, address: &Address) -> Result<&'a Address, PoolError> {
    if !same(factory.address(), address) || !same(factory.owner(), &CURVE) || factory.data_len() < LEN {
        return Err(PoolError::InvalidFactory);
    }
    // SAFETY: long enough, and this program can't write another's account.
    let data = unsafe { &*factory.data_ptr().cast::<[u8; LEN]>() };
    let [a, b, c, d, e, f, g, h, version, ..] = data;
    if [*a, *b, *c, *d, *e, *f, *g, *h] != DISCRIMINATOR {
        return Err(PoolError::InvalidFactory);
    }
    if *version != VERSION {
        return Err(PoolError::UnsupportedVersion);
    }
    // SAFETY: within LEN; an address may lie anywhere.
    Ok(unsafe { &*factory.data_ptr().add(FEE_RECEIVER).cast::<Address>() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use curve::state::Factory;

    #[test]
    fn the_field_lies_where_the_curve_writes_it() {
        assert_eq!(core::mem::offset_of!(Factory, fee_receiver), FEE_RECEIVER);
        assert_eq!((Factory::DISCRIMINATOR, Factory::VERSION, Factory::LEN), (DISCRIMINATOR, VERSION, LEN));
    }
}
