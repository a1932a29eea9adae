import type { RouteImplementation } from "../../http/implement.ts";
import { activity } from "./routes/activity.ts";
import { candles } from "./routes/candles.ts";
import { companions } from "./routes/companions.ts";
import { costs } from "./routes/costs.ts";
import { history } from "./routes/history.ts";
import { holders } from "./routes/holders.ts";
import { holdings } from "./routes/holdings.ts";
import { list } from "./routes/list.ts";
import { ownSeats } from "./routes/own-seats.ts";
import { ownTrades } from "./routes/own-trades.ts";
import { profile } from "./routes/profile.ts";
import { snapshot } from "./routes/snapshot.ts";
import { snapshotFile } from "./routes/snapshot-file.ts";
import { standing } from "./routes/standing.ts";
import { transactionsFile } from "./routes/transactions-file.ts";

/** The API's calls about the market. */
export const marketImplementations: RouteImplementation[] = [
  profile,
  list,
  history,
  candles,
  holders,
  holdings,
  costs,
  transactionsFile,
  ownTrades,
  companions,
  activity,
  ownSeats,
  standing,
  snapshot,
  snapshotFile,
];

export { factoryState, forgetFactoryState, isFactoryPaused } from "./factory-state.ts";
export { factoryWatch } from "./factory-watch.ts";
export { heldPrices } from "./held-prices.ts";
export { cardsOf } from "./listing/cards.ts";
export { dayLinesOf } from "./listing/day-lines.ts";
export { type Snapshot, takeSnapshot } from "./snapshot/take-snapshot.ts";
