//! `init`: which list, made when, in how many batches.

use crate::{
    errors::OnceError,
    instructions::{end, take_bytes, take_u32, take_u64},
};

pub const DISCRIMINATOR: [u8; 8] = [0xdc, 0x3b, 0xcf, 0xec, 0x6c, 0xfa, 0x2f, 0x64];

/// What an airdrop's address is made of, and its length.
pub struct InitData {
    /// SHA-256 of the canonical list.
    pub list: [u8; 32],
    /// A slot at most 150 old.
    pub slot: u64,
    pub batches: u32,
}

impl TryFrom<&[u8]> for InitData {
    type Error = OnceError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, OnceError> {
        let (list, data) = take_bytes(data)?;
        let (slot, data) = take_u64(data)?;
        let (batches, data) = take_u32(data)?;
        end(data)?;
        Ok(Self { list, slot, batches })
    }
}
