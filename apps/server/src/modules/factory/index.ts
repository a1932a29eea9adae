import type { RouteImplementation } from "../../http/implement.ts";
import { convert } from "./routes/convert.ts";
import { creationStatus } from "./routes/creation-status.ts";
import { metadata } from "./routes/metadata.ts";
import { prepareCreation } from "./routes/prepare-creation.ts";
import { prepareTrade } from "./routes/prepare-trade.ts";
import { submitCreation } from "./routes/submit-creation.ts";
import { submitTrade } from "./routes/submit-trade.ts";
import { tradeStatus } from "./routes/trade-status.ts";

/** The API's calls about creations and trades. */
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

export { applyFeesJob } from "./apply-fees.ts";
export { readChainFacts } from "./chain-reads.ts";
export { collectFees, collectJob, worthCollecting } from "./collect.ts";
export { migrateToken } from "./migrate.ts";
export { migrationWorker } from "./migration-worker.ts";
export { refuseInMaintenance, traderOf } from "./traders.ts";
