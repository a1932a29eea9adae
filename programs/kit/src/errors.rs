//! How programs refuse: their own errors with Anchor's log line, and those that shared checks can give.

/// What a shared check or call refuses; each program has an error of its own for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    MissingSigner,
    NotWritable,
    InvalidData,
    /// An address that its seeds do not give.
    InvalidAddress,
    /// The account is somebody's already.
    AlreadyInitialized,
    UnsupportedVersion,
    /// A number left its range.
    AmountTooLarge,
    /// The payer has too few lamports.
    InsufficientFunds,
    /// A payout that the account does not hold.
    InvalidReserve,
    InvalidTokenAccount,
    /// A token account that takes transfers with a memo only.
    MemoRequired,
    /// A token account whose owner lets no program move its tokens.
    CpiGuarded,
    /// What only a broken runtime would refuse.
    RuntimeRefused,
}

/// An error enum with codes that never change, and the line that explorers and clients parse.
#[macro_export]
macro_rules! errors_enum {
    (
        $(#[$enum_meta:meta])* enum $enum:ident;
        $($(#[$meta:meta])* $name:ident = $code:literal, $message:literal;)*
    ) => {
        $(#[$enum_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u32)]
        pub enum $enum { $($(#[$meta])* $name = $code,)* }

        impl $enum {
            /// The line that explorers and clients parse, in the words of Anchor's runtime.
            pub const fn log_line(self) -> &'static str {
                match self {
                    $(Self::$name => concat!(
                        "AnchorError occurred. Error Code: ", stringify!($name),
                        ". Error Number: ", stringify!($code),
                        ". Error Message: ", $message, "."
                    ),)*
                }
            }

            /// Writes the line and gives the runtime the code.
            #[cold]
            #[inline(never)]
            pub fn explain(self) -> $crate::pinocchio::error::ProgramError {
                $crate::system::log(self.log_line());
                $crate::pinocchio::error::ProgramError::Custom(self as u32)
            }
        }
    };
}

/// [`errors_enum`] for a program that can meet every shared failure, with the conversion of each.
#[macro_export]
macro_rules! errors {
    (
        $(#[$enum_meta:meta])* enum $enum:ident;
        $($(#[$meta:meta])* $name:ident = $code:literal, $message:literal;)*
    ) => {
        $crate::errors_enum! {
            $(#[$enum_meta])* enum $enum;
            $($(#[$meta])* $name = $code, $message;)*
        }

        impl From<$crate::errors::Failure> for $enum {
            #[inline(always)]
            fn from(failure: $crate::errors::Failure) -> Self {
                use $crate::errors::Failure;
                match failure {
                    Failure::MissingSigner => Self::MissingSigner,
                    Failure::NotWritable => Self::NotWritable,
                    Failure::InvalidData => Self::InvalidData,
                    Failure::InvalidAddress => Self::InvalidAddress,
                    Failure::AlreadyInitialized => Self::AlreadyInitialized,
                    Failure::UnsupportedVersion => Self::UnsupportedVersion,
                    Failure::AmountTooLarge => Self::AmountTooLarge,
                    Failure::InsufficientFunds => Self::InsufficientFunds,
                    Failure::InvalidReserve => Self::InvalidReserve,
                    Failure::InvalidTokenAccount => Self::InvalidTokenAccount,
                    Failure::MemoRequired => Self::MemoRequired,
                    Failure::CpiGuarded => Self::CpiGuarded,
                    Failure::RuntimeRefused => Self::RuntimeRefused,
                }
            }
        }
    };
}
