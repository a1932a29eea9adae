//! Arguments, read from the front of an instruction's data.

use pinocchio::Address;

use crate::errors::Failure;

macro_rules! taken {
    ($($name:ident: $type:ty;)*) => {$(
        /// A little-endian number at the front, and the rest.
        /// # Errors
        /// [`Failure::InvalidData`].
        #[inline(always)]
        pub fn $name(data: &[u8]) -> Result<($type, &[u8]), Failure> {
            let (number, rest) = data.split_first_chunk().ok_or(Failure::InvalidData)?;
            Ok((<$type>::from_le_bytes(*number), rest))
        }
    )*};
}

taken! {
    take_u8: u8;
    take_u16: u16;
    take_u32: u32;
    take_u64: u64;
}

/// An address at the front, and the rest.
/// # Errors
/// [`Failure::InvalidData`].
#[inline(always)]
pub fn take_address(data: &[u8]) -> Result<(Address, &[u8]), Failure> {
    let (bytes, rest) = data.split_first_chunk::<32>().ok_or(Failure::InvalidData)?;
    Ok((Address::new_from_array(*bytes), rest))
}

/// As many bytes as are asked for at the front, and the rest.
/// # Errors
/// [`Failure::InvalidData`].
#[inline(always)]
pub fn take_bytes<const N: usize>(data: &[u8]) -> Result<([u8; N], &[u8]), Failure> {
    let (bytes, rest) = data.split_first_chunk::<N>().ok_or(Failure::InvalidData)?;
    Ok((*bytes, rest))
}

/// The data holds nothing more.
/// # Errors
/// [`Failure::InvalidData`].
#[inline(always)]
pub fn end(data: &[u8]) -> Result<(), Failure> {
    if data.is_empty() { Ok(()) } else { Err(Failure::InvalidData) }
}
