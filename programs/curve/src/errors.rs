//! Every way in which this program refuses, with codes that never change.

use curve_math::Refusal;
use kit::errors;

errors! {
    /// Codes from 6000, as Anchor numbers them: 6000, 6002 and 6003 are the product's, the rest is ours.
    enum CurveError;

    /// A payout would leave less than rent, reserve and accrued fees.
    InvalidReserve = 6000, "Invalid Reserve";
    BuySlippageExceeded = 6002, "Slippage exceeded";
    SellSlippageExceeded = 6003, "Slippage exceeded";
    Paused = 6004, "Trading is paused";
    SellsStopped = 6005, "Trading on the curve is stopped for a while";
    CurveClosed = 6006, "The curve is closed";
    FloorReached = 6007, "The final tokens of the curve cannot be sold";
    InvalidAmount = 6008, "The amount must be above zero";
    /// Unknown bits, affiliate without referral, or a referrer without referral.
    InvalidFlags = 6009, "The flags contradict each other or the accounts";
    MissingCoSignature = 6010, "The admin must sign";
    InvalidAdmin = 6011, "Not the admin of the factory";
    InvalidSuperAdmin = 6012, "Not the super admin of the factory";
    NotUpgradeAuthority = 6013, "Only the upgrade authority may initialise the factory";
    AlreadyInitialized = 6014, "The account is initialised already";
    MissingSigner = 6015, "A signature is missing";
    NotWritable = 6016, "An account must be writable";
    NotEnoughAccounts = 6017, "An account is missing";
    InvalidFactory = 6018, "Not this program's factory";
    InvalidToken = 6019, "Not a token of this program";
    InvalidMint = 6020, "Not the mint of this token";
    InvalidTokenAccount = 6021, "Not a token account of this owner and mint";
    InvalidCreator = 6022, "Not the creator of this token";
    InvalidFeeReceiver = 6023, "Not the fee receiver of the factory";
    InvalidReferrer = 6024, "This account cannot be the referrer";
    InvalidProgram = 6025, "Not the expected program";
    InvalidAddress = 6026, "Not the address that the seeds give";
    InvalidMetadata = 6027, "Name, symbol or uri is empty, too long, not UTF-8, or has control characters";
    InvalidData = 6028, "The instruction data has the wrong length";
    UnsupportedVersion = 6029, "The account has another layout version";
    AmountTooLarge = 6030, "The amount is out of range";
    InvalidProgramData = 6031, "Not the program data account of this program";
    InsufficientFunds = 6032, "The payer has too few lamports";
    /// Sysvars or addresses that only a broken runtime would refuse.
    RuntimeRefused = 6033, "The runtime refused a request";
    CurveOpen = 6034, "The curve is not closed yet";
    NotMigrated = 6035, "The token has not migrated yet";
    NotProposed = 6036, "Not the proposed holder of this office";
    OutOfBounds = 6037, "The setting is out of its bounds";
    AllowanceExceeded = 6038, "The allowance of this window is used up";
    SellsStoppedLately = 6039, "Trading cannot be stopped again yet";
    InvalidVault = 6040, "Not the vault of the factory";
    InvalidWithdrawReceiver = 6041, "Not the withdraw receiver of the factory";
    /// It could not keep what it is to get.
    InvalidReceiver = 6042, "This account cannot receive payouts";
    EmptyOffice = 6043, "An office needs a holder";
    /// Coefficient or bonus of new tokens are not those that the creator signed.
    SettingsChanged = 6044, "The settings for new tokens changed after this was signed";
    FeesNotDue = 6045, "No change of fees is due";
    /// Token-2022 would refuse the transfer with a code of its own.
    MemoRequired = 6046, "This token account takes transfers with a memo only";
    /// Token-2022 would refuse with a code of its own.
    CpiGuarded = 6047, "This token account's CPI guard is on";
    /// The present one, an address without a key, or an account that could not spend its fees.
    InvalidNewCreator = 6048, "This account cannot become the creator";
    /// The runtime would refuse without a name, after all the work.
    PayoutTooSmall = 6049, "The payout is below what an account must hold";
    PausedLately = 6050, "The guardian cannot pause again yet";
    InvalidGuardian = 6051, "Not the guardian of the factory";
}

impl From<Refusal> for CurveError {
    /// For a buy; a sell names its own slippage.
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Zero => Self::InvalidAmount,
            Refusal::Slippage => Self::BuySlippageExceeded,
            Refusal::Closed => Self::CurveClosed,
            Refusal::Floor => Self::FloorReached,
            Refusal::Range => Self::AmountTooLarge,
        }
    }
}
