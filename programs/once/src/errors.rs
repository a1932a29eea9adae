//! Every way in which this program refuses, with codes that never change.

use kit::{errors::Failure, errors_enum as errors};

errors! {
    /// This program's own begin at 6200.
    enum OnceError;

    InvalidOnce = 6200, "Not an airdrop of this program";
    InvalidAuthority = 6201, "Not the authority of this airdrop";
    AlreadyMarked = 6202, "This batch has landed already";
    Cancelled = 6203, "This airdrop is cancelled";
    InvalidIndex = 6204, "This airdrop has no such batch";
    InvalidSlot = 6205, "The slot lies ahead or is more than 150 old";
    InvalidBatches = 6206, "An airdrop has from 1 to 81,152 batches";
    /// Until then its address could be made again.
    NotClosable = 6207, "The airdrop is open, or its slot is at most 150 old";
    MissingSigner = 6208, "A signature is missing";
    NotWritable = 6209, "An account must be writable";
    NotEnoughAccounts = 6210, "An account is missing";
    InvalidProgram = 6211, "Not the expected program";
    InvalidAddress = 6212, "Not the address that the seeds give";
    InvalidData = 6213, "The instruction data has the wrong length";
    UnsupportedVersion = 6214, "The account has another layout version";
    AlreadyInitialized = 6215, "The account is initialised already";
    InsufficientFunds = 6216, "The payer has too few lamports";
    /// Sysvars or addresses that only a broken runtime would refuse.
    RuntimeRefused = 6217, "The runtime refused a request";
}

impl From<Failure> for OnceError {
    #[inline(always)]
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::MissingSigner => Self::MissingSigner,
            Failure::NotWritable => Self::NotWritable,
            Failure::InvalidData => Self::InvalidData,
            Failure::InvalidAddress => Self::InvalidAddress,
            Failure::AlreadyInitialized => Self::AlreadyInitialized,
            Failure::UnsupportedVersion => Self::UnsupportedVersion,
            Failure::InsufficientFunds => Self::InsufficientFunds,
            // no token account is read here, and no sum of lamports comes near 2⁶⁴
            Failure::AmountTooLarge
            | Failure::InvalidReserve
            | Failure::InvalidTokenAccount
            | Failure::MemoRequired
            | Failure::CpiGuarded
            | Failure::RuntimeRefused => Self::RuntimeRefused,
        }
    }
}
