//! Layouts of this program's accounts.

use pinocchio::{AccountView, Address};

use crate::{checks::Loaded, errors::CurveError};

mod factory;
mod signers;
mod token;

pub use factory::{Factory, Flag};
pub use signers::{FactorySigner, TokenSigner};
pub use token::{Migration, Token};

/// An account layout: which one it says it is, and in which version. Both stand first in every layout.
pub trait Layout {
    /// The discriminator as one number.
    const NAME: u64;
    const VERSION: u8;
    fn discriminator(&self) -> u64;
    fn version(&self) -> u8;
}

macro_rules! layout {
    ($($type:ty),*) => {$(
        impl Layout for $type {
            const NAME: u64 = u64::from_le_bytes(<$type>::DISCRIMINATOR);
            const VERSION: u8 = <$type>::VERSION;
            #[inline(always)]
            fn discriminator(&self) -> u64 {
                u64::from_le_bytes(self.discriminator)
            }
            #[inline(always)]
            fn version(&self) -> u8 {
                self.version
            }
        }
    )*};
}

layout!(Factory, Token);

// no hidden gaps: the client reads fields one after the other
const _: () = assert!(Factory::LEN == 376);
const _: () = assert!(Token::LEN == 168);

/// A fresh account of this program, still zero, to be written.
/// # Errors
/// [`CurveError::AlreadyInitialized`] when it is not what [`crate::system::create`] makes.
#[inline(always)]
pub fn make<'a, T: Layout>(view: AccountView, program_id: &Address) -> Result<Loaded<'a, T>, CurveError> {
    let mut account = view;
    if !view.owned_by(program_id) || view.data_len() != core::mem::size_of::<T>() {
        return Err(CurveError::AlreadyInitialized);
    }
    // SAFETY: exactly as long, 8-byte aligned, zero is a value of every field, and nothing else refers to its data.
    let state = unsafe { &mut *account.data_mut_ptr().cast::<T>() };
    Ok(Loaded { view, state })
}
