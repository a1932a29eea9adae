/**
 * Every call of the API by module; the server registers exactly these. It is a namespace, not an object, so that a part of the
 * page loads only its own modules.
 */

export { accountRoutes as account } from "./account.ts";
export { airdropRoutes as airdrop } from "./airdrop.ts";
export * as chat from "./chat/index.ts";
export { claimRoutes as claim } from "./claim.ts";
export { earningsRoutes as earnings } from "./earnings.ts";
export { factoryRoutes as factory } from "./factory.ts";
export { fundRoutes as fund } from "./fund.ts";
export * as identity from "./identity/index.ts";
export * as live from "./live/index.ts";
export * as market from "./market/index.ts";
export { mediaRoutes as media } from "./media.ts";
export * as notifications from "./notifications/index.ts";
export { ratesRoutes as rates } from "./rates.ts";
export { shareRoutes as share } from "./share.ts";
export { socialRoutes as social } from "./social.ts";
export { systemRoutes as system } from "./system.ts";
export { transactionsRoutes as transactions } from "./transactions.ts";
export { transfersRoutes as transfers } from "./transfers.ts";
export * as wallet from "./wallet/index.ts";
