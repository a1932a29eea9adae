/**
 * The server's part of the wallet. The signer's frame itself calls all but `walletToken`, with the bearer token that
 * `walletToken` returns, so that no share ever passes the app's origin.
 * || A device authenticates by ECDSA P-256 / SHA-256 over `tribe-wallet:v1:<action>:<uid>:<challenge>` with its own
 * non-extractable key (actions and texts: `wallet-proof.ts`). The challenge comes from `challenge`, or with the wallet's state;
 * it works once, for 60 s. A recovery's link is its own proof: its two calls come from the signer's page that the mail opens,
 * which has no token.
 */

export * from "./approvals.ts";
export * from "./keys.ts";
export * from "./passkeys.ts";
export * from "./recovery.ts";
export * from "./sharings.ts";
export * from "./waits.ts";
