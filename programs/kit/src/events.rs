//! What happened, as self-calls: data that only the program itself can have sent, in order, per signing account.

use pinocchio::{cpi::Signer, error::ProgramError, instruction::InstructionAccount, AccountView, Address, ProgramResult};

use crate::{checks::Call, system::call};

/// Anchor's tag of an event call, `sha256("anchor:event")[..8]` read as a big-endian number.
pub const EVENT_TAG: [u8; 8] = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d];

/// Sends an event as a call of a program to itself, signed by the address that it is about.
#[inline(always)]
pub fn emit(program_id: &Address, authority: &AccountView, data: &[u8], signer: Signer) {
    call(program_id, [InstructionAccount::readonly_signer(authority.address())], [authority], data, &[signer]);
}

/// The receiving end of [`emit`]: the account that signed is one of the program's states, for which only the program
/// signs. Its owner alone says nothing: anybody can assign an account to the program and sign with its key. Such an
/// account stays all zero, because only the program could write it.
/// # Errors
/// When it is none.
#[inline(always)]
pub fn receive(call: &Call, states: &[u64]) -> ProgramResult {
    match &*call.accounts {
        [authority]
            if authority.is_signer()
                && authority.owned_by(call.program_id)
                && authority.data_len() >= 8
                // SAFETY: long enough, and a number may be read from anywhere.
                && states.contains(&unsafe { authority.data_ptr().cast::<u64>().read_unaligned() }) =>
        {
            Ok(())
        }
        _ => Err(ProgramError::MissingRequiredSignature),
    }
}

/// A struct whose bytes are an event call's data.
#[macro_export]
macro_rules! event {
    ($(#[$meta:meta])* $name:ident = $discriminator:expr, { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[repr(C, packed)]
        pub struct $name {
            tag: [u8; 8],
            discriminator: [u8; 8],
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl $name {
            #[allow(clippy::too_many_arguments)]
            #[inline(always)]
            pub const fn new($($field: $type),*) -> Self {
                Self { tag: $crate::events::EVENT_TAG, discriminator: $discriminator, $($field),* }
            }

            /// The call's data: tag, discriminator and fields without gaps, which is the Borsh form.
            #[inline(always)]
            pub fn as_bytes(&self) -> &[u8] {
                // SAFETY: packed, so that every byte of it is an initialised field.
                unsafe { core::slice::from_raw_parts((self as *const Self).cast(), core::mem::size_of::<Self>()) }
            }
        }
    };
}
