/** Sentences of one action or dialog, loaded with it. */

export const priceCalculating = "Price is calculating, please try again later";
export const insufficientTokens = "Insufficient tokens";
export const finalTokens = "The final tokens of the curve cannot be sold";
export const insufficientBalance = "Insufficient balance";
export const invalidAddress = "Invalid address";
export const enterValidNumber = "Please enter a valid number";
export const wholeTokensOnly = "Whole tokens only";
export const affiliateNeedsReferral = "Buying with affiliate requires a referral";
/** Shown beside an action, or where a wallet is needed. */
export const walletNotReady = "Wallet not ready";
/** The text of a failed step. */
export const walletIsNotReady = "Wallet is not ready";
export const walletNotFound = "Wallet not found";
export const unknownError = "Unknown error";
export const swapUnavailable = "Swap is not available for this token";
export const notMigrated = "This token has not been migrated to liquidity pools yet.";
export const profileLoginRequired = "You need to be logged in to save your profile";
export const maxSpend = "Max Spend";
export const transactionConfirmed = "Transaction Confirmed";
export const transactionFailed = "Transaction failed";
export const confirmationTimeout = "Transaction confirmation timeout";
export const missingTrade = "Missing trade data or wallet";
export const submissionFailed = "Transaction submission failed";
export const prepareFailed = "Prepare transaction failed";
export const congestion = "Failed to send transaction due to network congestion. Please try again later.";
export const busyNetwork = "Transaction failed due to busy network. Please try again later.";
export const slippageExceeded = "Confirm transaction failed: Slippage exceeded";
export const invalidReserve = "Invalid Reserve";
export const joinInvalid = "Failed to join chat: invalid response";
export const joinFailed = (reason: string) => `Failed to join chat, error: ${reason}`;
export const profileSaveFailed = "Error saving profile";
export const xUnlinked = "X account unlinked";
export const farcasterUnlinked = "Farcaster account unlinked";
export const farcasterUnlinkFailed = "Farcaster account couldn't be unlinked. Try again.";
export const xUnlinkFailed = "X account couldn't be unlinked. Try again.";
export const needMoreSol = "Need more SOL to continue";
/** With the code `unavailable`, when the database took too long. */
export const tookTooLong = "This took too long. Try again in a moment.";
export const userBlocked = "Successfully blocked the user";
/** The author of a message who has deleted their account. */
export const deletedAccount = "Deleted account";
export const settingsSaved = "Tribe settings saved";
