//! `mark`: which batch.

use crate::{
    errors::OnceError,
    instructions::{end, take_u32},
};

pub const DISCRIMINATOR: [u8; 8] = [0xcb, 0x95, 0xab, 0xea, 0x23, 0xe6, 0xee, 0xb8];

/// The batch whose transaction this is, counted from 0.
pub struct MarkData {
    pub index: u32,
}

impl TryFrom<&[u8]> for MarkData {
    type Error = OnceError;

    #[inline(always)]
    fn try_from(data: &[u8]) -> Result<Self, OnceError> {
        let (index, data) = take_u32(data)?;
        end(data)?;
        Ok(Self { index })
    }
}
