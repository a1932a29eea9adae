import type { RouteImplementation } from "../../http/implement.ts";
import { candles } from "./routes/candles.ts";
import { history } from "./routes/history.ts";
import { holders } from "./routes/holders.ts";
import { holdings } from "./routes/holdings.ts";
import { list } from "./routes/list.ts";
import { ownTrades } from "./routes/own-trades.ts";
import { profile } from "./routes/profile.ts";

/** What the market module answers. */
export const marketImplementations: RouteImplementation[] = [
  profile,
  list,
  history,
  candles,
  holders,
  holdings,
  ownTrades,
];

export { factoryState, forgetFactoryState, isFactoryPaused } from "./factory-state.ts";
export { factoryWatch } from "./factory-watch.ts";
