//! Gives an airdrop's rent back once all batches have landed or it is cancelled, and its address can't be made again.

use kit::system::pay;

use super::CloseAccounts;
use crate::{checks::is_fresh, errors::OnceError};

/// # Errors
/// [`OnceError::NotClosable`].
#[inline(always)]
pub fn process(accounts: CloseAccounts) -> Result<(), OnceError> {
    let CloseAccounts { once, authority } = accounts;
    let state = &*once.state;
    let is_over = state.cancelled != 0 || state.marked == state.batches;
    if !is_over || is_fresh(state.slot)? {
        return Err(OnceError::NotClosable);
    }
    let mut view = once.view;
    let lamports = view.lamports();
    pay(&mut view, authority, lamports)?;
    view.close().map_err(|_| OnceError::RuntimeRefused)
}
