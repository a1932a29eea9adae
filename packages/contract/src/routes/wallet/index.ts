/**
 * The server's half of the wallet. All but `walletToken` are called by the signer's frame
 * itself, with the bearer token that `walletToken` gives, so that no share ever passes the app's origin.
 *
 * A device proves itself by ECDSA P-256 / SHA-256 over `tribe-wallet:v1:<action>:<uid>:<challenge>` with its
 * own non-extractable key (actions and texts: `wallet-proof.ts`); the challenge comes from `challenge`, or with the wallet's
 * state, and works once, for 60 s. A recovery's link is its own proof: its two calls come from the signer's page that the mail opens, which has
 * no token.
 */

export * from "./approvals.ts";
export * from "./keys.ts";
export * from "./passkeys.ts";
export * from "./recovery.ts";
export * from "./sharings.ts";
export * from "./waits.ts";
