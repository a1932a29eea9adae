//! One folder per instruction: accounts are validated first, then data is read, then the processor runs.

pub mod buy;
pub mod collect;
pub mod create_token;
pub mod initialize_factory;
pub mod pause;
pub mod sell;
pub mod unpause;

use pinocchio::{AccountView, Address};

use crate::errors::CurveError;

/// What accounts are validated from: the program's address and the accounts in order.
pub type Slots<'a> = (&'a Address, &'a mut [AccountView]);

/// A little-endian u64 at the front, and the rest.
/// # Errors
/// [`CurveError::InvalidData`].
#[inline(always)]
fn take_u64(data: &[u8]) -> Result<(u64, &[u8]), CurveError> {
    let (number, rest) = data.split_first_chunk::<8>().ok_or(CurveError::InvalidData)?;
    Ok((u64::from_le_bytes(*number), rest))
}

/// The data holds nothing more.
/// # Errors
/// [`CurveError::InvalidData`].
#[inline(always)]
fn end(data: &[u8]) -> Result<(), CurveError> {
    if data.is_empty() { Ok(()) } else { Err(CurveError::InvalidData) }
}
