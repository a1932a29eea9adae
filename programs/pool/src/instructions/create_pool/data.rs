//! `create_pool`: what the curve hands over.

use pinocchio::Address;

use crate::{
    errors::PoolError,
    instructions::{end, take_address, take_u64, take_u8},
};

pub const DISCRIMINATOR: [u8; 8] = [0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc];

/// Reserves to open with, who is paid, and the two bumps that the curve found.
pub struct CreatePoolData {
    pub token_id: u64,
    pub creator: Address,
    /// The curve's factory.
    pub factory: Address,
    /// Lie in the pool's account already.
    pub lamports: u64,
    /// Minted into the vault right after.
    pub tokens: u64,
    pub bump: u8,
    pub vault_bump: u8,
}

impl TryFrom<&[u8]> for CreatePoolData {
    type Error = PoolError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, PoolError> {
        let (token_id, data) = take_u64(data)?;
        let (creator, data) = take_address(data)?;
        let (factory, data) = take_address(data)?;
        let (lamports, data) = take_u64(data)?;
        let (tokens, data) = take_u64(data)?;
        let (bump, data) = take_u8(data)?;
        let (vault_bump, data) = take_u8(data)?;
        end(data)?;
        Ok(Self { token_id, creator, factory, lamports, tokens, bump, vault_bump })
    }
}
