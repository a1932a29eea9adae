/** The specification's sentences that web, signer and server share, word for word. Errors of the API are in the contract. */
export const texts = {
  signInFirst: "Please sign in first",
  priceCalculating: "Price is calculating, please try again later",
  insufficientTokens: "Insufficient tokens",
  finalTokens: "The final tokens of the curve cannot be sold",
  insufficientBalance: "Insufficient balance",
  invalidAddress: "Invalid address",
  enterValidNumber: "Please enter a valid number",
  affiliateNeedsReferral: "Buying with affiliate requires a referral",
  /** Beside an action or in a place that needs a wallet. */
  walletNotReady: "Wallet not ready",
  /** What a failed step says. */
  walletIsNotReady: "Wallet is not ready",
  walletNotFound: "Wallet not found",
  unexpectedError: "Unexpected error",
  unknownError: "Unknown error",
  /** The banner while the factory on chain is paused: chats, swaps out of a wallet and reading go on. */
  systemPaused: "System upgrade in progress. Certain onchain features paused.",
  /** The banner while an operator has paused the installation, and every refusal while either is paused. */
  systemPausedRefusal: "System upgrade in progress. Please check back later.",
  swapUnavailable: "Swap is not available for this token",
  notMigrated: "This token has not been migrated to liquidity pools yet.",
  profileRequired: "User profile information is required to create a token",
  profileLoginRequired: "You need to be logged in to save your profile",
  maxSpend: "Max Spend",
  maxSolRequired: "Max SOL Required",
  viewOnExplorer: "View on Explorer",
  transactionConfirmed: "Transaction Confirmed",
  transactionFailed: "Transaction failed",
  confirmationTimeout: "Transaction confirmation timeout",
  missingTrade: "Missing trade data or wallet",
  submissionFailed: "Transaction submission failed",
  prepareFailed: "Prepare transaction failed",
  congestion: "Failed to send transaction due to network congestion. Please try again later.",
  busyNetwork: "Transaction failed due to busy network. Please try again later.",
  slippageExceeded: "Confirm transaction failed: Slippage exceeded",
  invalidReserve: "Invalid Reserve",
  joinInvalid: "Failed to join chat: invalid response",
  joinFailed: (reason: string) => `Failed to join chat, error: ${reason}`,
  profileSaveFailed: "Error saving profile",
  xUnlinked: "X account unlinked",
  farcasterUnlinked: "Farcaster account unlinked",
  farcasterUnlinkFailed: "Farcaster account couldn't be unlinked. Try again.",
  xUnlinkFailed: "X account couldn't be unlinked. Try again.",
  needMoreSol: "Need more SOL to continue",
  addressCopied: "Address copied to clipboard",
  /** Beside the code `unavailable`, when the database took too long. */
  tookTooLong: "This took too long. Try again in a moment.",
  userBlocked: "Successfully blocked the user",
  /** Who wrote a message before they deleted their account. */
  deletedAccount: "Deleted account",
  settingsSaved: "Tribe settings saved",
} as const;

/** Why the connect-social dialog opens. */
export type ConnectSocialReason = "create" | "onboarding" | "join" | "edit" | "trade";

/** The connect-social dialog's sentence for each reason. */
export const connectSocialTexts: Record<ConnectSocialReason, string> = {
  create: "To create your Tribe, connect at least one social",
  onboarding: "Connect your social to get the full experience",
  join: "To join a Tribe, connect at least one social",
  edit: "To edit your profile, connect at least one social",
  trade: "To trade tokens, connect at least one social",
};
