//! Every way in which this program refuses, with codes that never change.

use curve_math::Refusal;
use kit::errors;

errors! {
    /// 6002 and 6003 mean what they mean on the curve; this program's own begin at 6100.
    enum PoolError;

    BuySlippageExceeded = 6002, "Slippage exceeded";
    SellSlippageExceeded = 6003, "Slippage exceeded";
    InvalidAmount = 6100, "The amount must be above zero";
    InvalidPool = 6101, "Not a pool of this program";
    InvalidAuthority = 6102, "Only the curve opens pools";
    InvalidMint = 6103, "Not a mint of Token-2022";
    InvalidVault = 6104, "Not the vault of this pool";
    InvalidTokenAccount = 6105, "Not a token account of this owner and mint";
    InvalidFactory = 6106, "Not the factory of this pool's curve";
    InvalidCreator = 6107, "Not the creator of this token";
    InvalidFeeReceiver = 6108, "Not the fee receiver of the factory";
    MissingSigner = 6109, "A signature is missing";
    NotWritable = 6110, "An account must be writable";
    NotEnoughAccounts = 6111, "An account is missing";
    InvalidProgram = 6112, "Not the expected program";
    InvalidAddress = 6113, "Not the address that the seeds give";
    InvalidData = 6114, "The instruction data has the wrong length";
    UnsupportedVersion = 6115, "The account has another layout version";
    AmountTooLarge = 6116, "The amount is out of range";
    AlreadyInitialized = 6117, "The account is initialised already";
    InsufficientFunds = 6118, "The payer has too few lamports";
    /// A payout would leave less than rent, reserve and accrued fees, or a pool would open with less.
    InvalidReserve = 6119, "Invalid Reserve";
    /// Sysvars or addresses that only a broken runtime would refuse.
    RuntimeRefused = 6120, "The runtime refused a request";
    /// Token-2022 would refuse the transfer with a code of its own.
    MemoRequired = 6121, "This token account takes transfers with a memo only";
    /// Token-2022 would refuse with a code of its own.
    CpiGuarded = 6122, "This token account's CPI guard is on";
    /// The present one, an address without a key, or an account that could not spend its fees.
    InvalidNewCreator = 6123, "This account cannot become the creator";
}

impl From<Refusal> for PoolError {
    /// For a buy; a sell names its own slippage.
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Zero => Self::InvalidAmount,
            Refusal::Slippage => Self::BuySlippageExceeded,
            Refusal::Closed | Refusal::Floor | Refusal::Range => Self::AmountTooLarge,
        }
    }
}
