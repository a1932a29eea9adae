//! What happened, as self-calls: data that only this program can have sent, in order, per token.

use pinocchio::{cpi::Signer, error::ProgramError, instruction::InstructionAccount, AccountView, Address, ProgramResult};

use crate::{checks::Call, system::call};

/// Anchor's tag of an event call, `sha256("anchor:event")[..8]` read as a big-endian number.
pub const EVENT_TAG: [u8; 8] = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d];

/// Sends an event as a call of this program to itself, signed by the address that it is about.
#[inline(always)]
pub fn emit(program_id: &Address, authority: &AccountView, data: &[u8], signer: Signer) {
    call(program_id, [InstructionAccount::readonly_signer(authority.address())], [authority], data, &[signer]);
}

/// The receiving end of [`emit`]: only an account of this program can have signed, and only this program signs for it.
/// # Errors
/// When it did not.
#[inline(always)]
pub fn receive(call: &Call) -> ProgramResult {
    match &*call.accounts {
        [authority] if authority.is_signer() && authority.owned_by(call.program_id) => Ok(()),
        _ => Err(ProgramError::MissingRequiredSignature),
    }
}

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
                Self { tag: EVENT_TAG, discriminator: $discriminator, $($field),* }
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

event! {
    /// The factory exists. Signed by the factory.
    FactoryInitialized = [0x14, 0x56, 0x67, 0x4b, 0x14, 0xdc, 0xa2, 0x3f], {
        seq: u64,
        bonding_curve_coeff: u64,
        referral_token_bonus: u64,
        affiliate_token_bonus: u64,
        admin: Address,
        super_admin: Address,
        vault: Address,
        fee_receiver: Address,
        withdraw_receiver: Address,
        referral_fee: u16,
        affiliate_fee: u16,
        discount_fee: u16,
        platform_buy_fee: u16,
        platform_sell_fee: u16,
        creator_buy_fee: u16,
        creator_sell_fee: u16,
    }
}

event! {
    /// Create, buy and co-signed sells stopped. Signed by the factory.
    FactoryPaused = [0xcd, 0xc4, 0x0a, 0x8c, 0xf6, 0xdc, 0xb8, 0xc1], {
        seq: u64,
        super_admin: Address,
    }
}

event! {
    /// They go on. Signed by the factory.
    FactoryUnpaused = [0x1b, 0x47, 0x86, 0x77, 0xe9, 0x95, 0x97, 0xa9], {
        seq: u64,
        super_admin: Address,
    }
}

event! {
    /// A token's first event. Signed by the token's state, as all that follow.
    TokenCreated = [0xec, 0x13, 0x29, 0xff, 0x82, 0x4e, 0x93, 0xac], {
        seq: u64,
        token_id: u64,
        bonding_curve_coeff: u64,
        floor: u64,
        x_max: u64,
        /// Base units minted to the inviter.
        referral_bonus: u64,
        mint: Address,
        creator: Address,
        /// All zero when nobody invited.
        inviter: Address,
    }
}

event! {
    /// Tokens minted on the curve; also a creator's first buy.
    TokenBought = [0xc5, 0xb6, 0x03, 0xe4, 0x52, 0xec, 0x07, 0x8f], {
        seq: u64,
        token_id: u64,
        /// Base units bought.
        amount: u64,
        /// Lamports that the curve took, before fees.
        price: u64,
        /// Position `x` before the trade.
        supply_before_trade: u64,
        /// Lamports accrued for the platform, with a referral share that could not be paid.
        platform_fee: u64,
        creator_fee: u64,
        /// Lamports paid to the referrer in this trade.
        referral_fee: u64,
        mint: Address,
        trader: Address,
        creator: Address,
        /// All zero when there is none.
        referrer: Address,
        /// Basis points of `price` that the referrer was due.
        referral_rate: u16,
        /// Basis points of `price` taken off the platform's fee.
        discount_rate: u16,
        is_affiliate: bool,
    }
}

event! {
    /// Tokens burned on the curve. The trader got `price` less the three fees.
    TokenSold = [0x58, 0x3d, 0x01, 0xf7, 0xb9, 0x06, 0xfc, 0x56], {
        seq: u64,
        token_id: u64,
        /// Base units sold.
        amount: u64,
        /// Lamports that the curve gave, before fees.
        price: u64,
        /// Position `x` before the trade.
        supply_before_trade: u64,
        /// Lamports accrued for the platform, with a referral share that could not be paid.
        platform_fee: u64,
        creator_fee: u64,
        /// Lamports paid to the referrer in this trade.
        referral_fee: u64,
        mint: Address,
        trader: Address,
        creator: Address,
        /// All zero when there is none.
        referrer: Address,
        /// Basis points of `price` that the referrer was due.
        referral_rate: u16,
        /// Basis points of `price` taken off the platform's fee.
        discount_rate: u16,
        is_affiliate: bool,
    }
}

event! {
    /// Accrued fees left the token's state. An amount is 0 when its recipient could not be paid.
    FeesCollected = [0xe9, 0x17, 0x75, 0xe1, 0x6b, 0xb2, 0xfe, 0x08], {
        seq: u64,
        token_id: u64,
        creator_amount: u64,
        platform_amount: u64,
        mint: Address,
        creator: Address,
        fee_receiver: Address,
    }
}
