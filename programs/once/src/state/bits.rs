//! Where an airdrop lies, and the bits of its batches.

use kit::{checks::same, derive::address_of};
use pinocchio::{AccountView, Address};

use super::Once;
use crate::{errors::OnceError, seeds};

/// Longest account that a program can make at once.
const LONGEST: usize = 10_240;
/// As many batches as such an account has bits for.
const MOST_BATCHES: u32 = ((LONGEST - Once::LEN) * 8) as u32;

impl Once {
    /// Whether the airdrop of this authority, slot, list and bump lies there.
    #[inline(always)]
    pub fn is_at(&self, address: &Address, program_id: &Address) -> bool {
        let mut seeds = [0u8; 77];
        seeds[..4].copy_from_slice(seeds::ONCE);
        seeds[4..76].copy_from_slice(&id(&self.authority, self.slot, &self.list));
        seeds[76] = self.bump;
        same(address, &address_of(&seeds, program_id))
    }

    /// Bytes of an account for so many batches.
    /// # Errors
    /// [`OnceError::InvalidBatches`] for none, or more than fit.
    #[inline(always)]
    pub fn space(batches: u32) -> Result<usize, OnceError> {
        if batches == 0 || batches > MOST_BATCHES {
            return Err(OnceError::InvalidBatches);
        }
        Ok(Self::LEN.wrapping_add(batches.div_ceil(8) as usize))
    }

    /// Sets the bit of a batch.
    /// # Errors
    /// [`OnceError::InvalidIndex`], [`OnceError::AlreadyMarked`].
    #[inline(always)]
    pub fn mark(&mut self, view: &mut AccountView, index: u32) -> Result<(), OnceError> {
        let place = Self::LEN.wrapping_add((index >> 3) as usize);
        if index >= self.batches || place >= view.data_len() {
            return Err(OnceError::InvalidIndex);
        }
        let bit = 1u8 << (index & 7);
        // SAFETY: within the account's data, and behind what `self` refers to.
        let byte = unsafe { &mut *view.data_mut_ptr().add(place) };
        if *byte & bit != 0 {
            return Err(OnceError::AlreadyMarked);
        }
        *byte |= bit;
        // one for each bit, of which there are fewer than 2³²
        self.marked = self.marked.wrapping_add(1);
        Ok(())
    }
}

/// What stands in a seed between the name and the bump.
#[inline(always)]
pub fn id(authority: &Address, slot: u64, list: &[u8; 32]) -> [u8; 72] {
    let mut id = [0u8; 72];
    id[..32].copy_from_slice(authority.as_array());
    id[32..40].copy_from_slice(&slot.to_le_bytes());
    id[40..].copy_from_slice(list);
    id
}
