//! The fields that migration appends to a token's state.

use kit::layout::Loaded;
use pinocchio::UnsafeResize;

use super::{Migration, Token};
use crate::errors::CurveError;

impl Migration {
    /// Length of a state that has them.
    pub const GROWN: usize = Token::LEN + core::mem::size_of::<Self>();
}

/// What migration has appended, if it has.
#[inline(always)]
pub fn migration<'a>(token: &Loaded<'a, Token>) -> Option<&'a Migration> {
    if token.state.migrated == 0 || token.view.data_len() < Migration::GROWN {
        return None;
    }
    // SAFETY: long enough; addresses may lie anywhere, and only migration writes them.
    Some(unsafe { &*token.view.data_ptr().add(Token::LEN).cast::<Migration>() })
}

/// Lengthens the state and writes the fields. Rent for them is there.
/// # Errors
/// [`CurveError::InvalidToken`] for a state that has them.
#[inline(always)]
pub fn grow(token: &mut Loaded<Token>, fields: Migration) -> Result<(), CurveError> {
    if token.view.data_len() != Token::LEN {
        return Err(CurveError::InvalidToken);
    }
    // SAFETY: 64 bytes are far below the 10 KiB that the runtime leaves behind each account; the reference to the state
    // covers what lies before them; addresses may lie anywhere.
    unsafe {
        token.view.resize(Migration::GROWN);
        *token.view.data_mut_ptr().add(Token::LEN).cast::<Migration>() = fields;
    }
    Ok(())
}
