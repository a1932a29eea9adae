//! Lets a batch land, and no second time: its transaction fails when the bit is set already.

use super::{MarkAccounts, MarkData};
use crate::errors::OnceError;

/// # Errors
/// [`OnceError::Cancelled`], [`OnceError::InvalidIndex`], [`OnceError::AlreadyMarked`].
#[inline(always)]
pub fn process(accounts: MarkAccounts, data: MarkData) -> Result<(), OnceError> {
    let MarkAccounts { mut once, .. } = accounts;
    if once.state.cancelled != 0 {
        return Err(OnceError::Cancelled);
    }
    once.state.mark(&mut once.view, data.index)
}
