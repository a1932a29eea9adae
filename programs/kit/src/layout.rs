//! Layouts of a program's accounts.

use pinocchio::{AccountView, Address};

use crate::errors::Failure;

/// An account of the program with its contents.
pub struct Loaded<'a, T> {
    pub view: AccountView,
    pub state: &'a mut T,
}

/// An account layout: which one it says it is, in which version, and where it lies. The first two stand first in every
/// layout.
pub trait Layout {
    /// The discriminator as one number.
    const NAME: u64;
    /// The version that is written, and the oldest one that is read.
    const VERSION: u8;
    const OLDEST: u8;
    fn discriminator(&self) -> u64;
    fn version(&self) -> u8;
    /// The account lies where its seeds and its stored bump say.
    fn lies_at(&self, address: &Address, program_id: &Address) -> bool;
}

/// Says that types are layouts, by their first two fields and by what `is_at` of each says of its address.
#[macro_export]
macro_rules! layout {
    ($($type:ty),*) => {$(
        impl $crate::layout::Layout for $type {
            const NAME: u64 = u64::from_le_bytes(<$type>::DISCRIMINATOR);
            const VERSION: u8 = <$type>::VERSION;
            const OLDEST: u8 = <$type>::OLDEST;
            #[inline(always)]
            fn discriminator(&self) -> u64 {
                u64::from_le_bytes(self.discriminator)
            }
            #[inline(always)]
            fn version(&self) -> u8 {
                self.version
            }
            #[inline(always)]
            fn lies_at(&self, address: &$crate::pinocchio::Address, program_id: &$crate::pinocchio::Address) -> bool {
                self.is_at(address, program_id)
            }
        }
    )*};
}

/// A fresh account of the program, still zero, to be written.
/// # Errors
/// [`Failure::AlreadyInitialized`] when it is not what [`crate::system::create`] makes.
#[inline(always)]
pub fn make<'a, T: Layout>(view: AccountView, program_id: &Address) -> Result<Loaded<'a, T>, Failure> {
    make_with(view, program_id, core::mem::size_of::<T>())
}

/// As [`make`], with more behind the layout, up to `space` bytes.
/// # Errors
/// [`Failure::AlreadyInitialized`], also for a space that the layout does not fit into.
#[inline(always)]
pub fn make_with<'a, T: Layout>(
    view: AccountView,
    program_id: &Address,
    space: usize,
) -> Result<Loaded<'a, T>, Failure> {
    let mut account = view;
    if !view.owned_by(program_id) || view.data_len() != space || space < core::mem::size_of::<T>() {
        return Err(Failure::AlreadyInitialized);
    }
    // SAFETY: long enough, 8-byte aligned, zero is a value of every field, and nothing else refers to its data.
    let state = unsafe { &mut *account.data_mut_ptr().cast::<T>() };
    Ok(Loaded { view, state })
}
