import type { RouteImplementation } from "../../http/implement.ts";
import { candles } from "./candles.ts";
import { history } from "./history.ts";
import { holders } from "./holders.ts";
import { list } from "./listing/list.ts";
import { holdings } from "./portfolio/holdings.ts";
import { ownTrades } from "./portfolio/own-trades.ts";
import { profile } from "./profile.ts";

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
