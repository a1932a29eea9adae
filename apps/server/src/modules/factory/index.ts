import type { RouteImplementation } from "../../http/implement.ts";
import { convert } from "./convert.ts";
import { creationStatus, submitCreation } from "./creation-routes.ts";
import { metadata } from "./metadata.ts";
import { prepareCreation } from "./prepare-creation.ts";
import { prepareTrade } from "./prepare-trade.ts";
import { submitTrade, tradeStatus } from "./trade-routes.ts";

/** What the factory module answers. */
export const factoryImplementations: RouteImplementation[] = [
  prepareCreation,
  submitCreation,
  creationStatus,
  prepareTrade,
  submitTrade,
  tradeStatus,
  convert,
  metadata,
];

export { collectFees, collectJob } from "./collect.ts";
export { migrateToken } from "./migrate.ts";
export { migrationWorker } from "./migration-worker.ts";
