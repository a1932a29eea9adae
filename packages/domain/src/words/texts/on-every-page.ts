/** Sentences that any page may need at once: all pages load them. */

export const signInFirst = "Please sign in first";
export const unexpectedError = "Unexpected error";
/** The banner while the factory on chain is paused: chats, swaps from a wallet and reading still work. */
export const systemPaused = "System upgrade in progress. Certain onchain features paused.";
/** The banner while an operator has paused the installation, and the message of every refusal while either is paused. */
export const systemPausedRefusal = "System upgrade in progress. Please check back later.";
export const viewOnExplorer = "View on Explorer";
export const addressCopied = "Address copied to clipboard";
