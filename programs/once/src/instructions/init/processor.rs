//! Opens an airdrop: one bit for each batch, none of them set. The same authority, slot and list have one address, which
//! can be made while the slot is young and not any more when it could have been closed.

use kit::{
    derive::find_address,
    rent::Rent,
    system::{create, Plan},
};
use pinocchio::cpi::{Seed, Signer};

use super::{InitAccounts, InitData};
use crate::{
    checks::is_fresh,
    errors::OnceError,
    seeds,
    state::{id, make, Once},
};

/// # Errors
/// [`OnceError::InvalidSlot`], [`OnceError::InvalidBatches`], [`OnceError::InvalidAddress`],
/// [`OnceError::AlreadyInitialized`], [`OnceError::InsufficientFunds`].
#[inline(never)]
pub fn process(accounts: InitAccounts, data: InitData) -> Result<(), OnceError> {
    let program = accounts.program();
    let InitAccounts { authority, once, .. } = accounts;
    if !is_fresh(data.slot)? {
        return Err(OnceError::InvalidSlot);
    }
    let space = Once::space(data.batches)?;
    let (address, bump) = find_address(&[seeds::ONCE, &id(authority.address(), data.slot, &data.list)], program)?;
    if once.address() != &address {
        return Err(OnceError::InvalidAddress);
    }
    let (slots, bumps) = (data.slot.to_le_bytes(), [bump]);
    let seeds = [
        Seed::from(seeds::ONCE),
        Seed::from(authority.address().as_array()),
        Seed::from(&slots),
        Seed::from(&data.list),
        Seed::from(&bumps),
    ];
    let plan = Plan { space: space as u64, lamports: Rent::read()?.exempt(space), owner: program };
    create(authority, once, Signer::from(&seeds), &plan)?;
    let made = make::<Once>(*once, program, space)?;
    *made.state = Once {
        discriminator: Once::DISCRIMINATOR,
        version: Once::VERSION,
        bump,
        cancelled: 0,
        padding: [0; 1],
        batches: data.batches,
        marked: 0,
        reserved: [0; 4],
        slot: data.slot,
        authority: *authority.address(),
        list: data.list,
    };
    Ok(())
}
