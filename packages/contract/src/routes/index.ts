import { accountRoutes } from "./account.ts";
import { airdropRoutes } from "./airdrop.ts";
import { chatRoutes } from "./chat.ts";
import { claimRoutes } from "./claim.ts";
import { earningsRoutes } from "./earnings.ts";
import { factoryRoutes } from "./factory.ts";
import { fundRoutes } from "./fund.ts";
import { identityRoutes } from "./identity.ts";
import { liveRoutes } from "./live.ts";
import { marketRoutes } from "./market.ts";
import { mediaRoutes } from "./media.ts";
import { notificationsRoutes } from "./notifications.ts";
import { shareRoutes } from "./share.ts";
import { socialRoutes } from "./social.ts";
import { systemRoutes } from "./system.ts";
import { transactionsRoutes } from "./transactions.ts";
import { transfersRoutes } from "./transfers.ts";
import { walletRoutes } from "./wallet.ts";

/** Every call of the API by module: the server registers these and nothing else. */
export const routes = {
  system: systemRoutes,
  identity: identityRoutes,
  account: accountRoutes,
  social: socialRoutes,
  wallet: walletRoutes,
  factory: factoryRoutes,
  transactions: transactionsRoutes,
  transfers: transfersRoutes,
  airdrop: airdropRoutes,
  claim: claimRoutes,
  market: marketRoutes,
  chat: chatRoutes,
  live: liveRoutes,
  media: mediaRoutes,
  share: shareRoutes,
  fund: fundRoutes,
  earnings: earningsRoutes,
  notifications: notificationsRoutes,
} as const;
/**
 * Every call of the API by module: the server registers these and nothing else. A namespace, and no object, so that a part of the
 * page takes only the modules that it calls.
 */

export { accountRoutes as account } from "./account.ts";
export { airdropRoutes as airdrop } from "./airdrop.ts";
export { chatRoutes as chat } from "./chat.ts";
export { earningsRoutes as earnings } from "./earnings.ts";
export { factoryRoutes as factory } from "./factory.ts";
export { fundRoutes as fund } from "./fund.ts";
export { identityRoutes as identity } from "./identity.ts";
export { liveRoutes as live } from "./live.ts";
export { marketRoutes as market } from "./market.ts";
export { mediaRoutes as media } from "./media.ts";
export { notificationsRoutes as notifications } from "./notifications.ts";
export { shareRoutes as share } from "./share.ts";
export { socialRoutes as social } from "./social.ts";
export { systemRoutes as system } from "./system.ts";
export { transactionsRoutes as transactions } from "./transactions.ts";
export { transfersRoutes as transfers } from "./transfers.ts";
export { walletRoutes as wallet } from "./wallet.ts";
