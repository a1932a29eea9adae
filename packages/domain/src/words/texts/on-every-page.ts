/** What each page of the app may have to say from its first moment on: all pages load it. */

export const signInFirst = "Please sign in first";
export const unexpectedError = "Unexpected error";
/** The banner while the factory on chain is paused: chats, swaps out of a wallet and reading go on. */
export const systemPaused = "System upgrade in progress. Certain onchain features paused.";
/** The banner while an operator has paused the installation, and every refusal while either is paused. */
export const systemPausedRefusal = "System upgrade in progress. Please check back later.";
export const viewOnExplorer = "View on Explorer";
export const addressCopied = "Address copied to clipboard";
