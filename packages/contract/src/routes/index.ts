import { accountRoutes } from "./account.ts";
import { airdropRoutes } from "./airdrop.ts";
import { chatRoutes } from "./chat.ts";
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
  market: marketRoutes,
  chat: chatRoutes,
  live: liveRoutes,
  media: mediaRoutes,
  share: shareRoutes,
  fund: fundRoutes,
  earnings: earningsRoutes,
  notifications: notificationsRoutes,
} as const;
