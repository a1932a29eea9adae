import type { RouteImplementation } from "../../http/implement.ts";
import { earnings } from "../earnings/earnings.ts";
import { candles } from "./candles.ts";
import { history } from "./history.ts";
import { holders } from "./holders.ts";
import { list } from "./listing/list.ts";
import { holdings } from "./portfolio/holdings.ts";
import { ownTrades } from "./portfolio/own-trades.ts";
import { profile } from "./profile.ts";
import "./events.ts";

/** What the market module answers. */
export const marketImplementations: RouteImplementation[] = [
  profile,
  list,
  history,
  candles,
  holders,
  earnings,
  holdings,
  ownTrades,
];

export { tokensWithCreatorFees } from "../earnings/accrued-fees.ts";
export { observeHolding } from "../indexer/balances/balances.ts";
export { holdingOf } from "../indexer/balances/holdings.ts";
export { type FullCurve, fullCurves } from "../indexer/full-curves.ts";
export { recordObservedBalances } from "../indexer/intake/intake.ts";
export { tokens } from "../indexer/schema.ts";
export { findToken, indexedOf, tokenIdOf } from "../indexer/tokens.ts";
export { indexerWorker } from "../indexer/worker.ts";
export { channels, seats } from "../membership/schema.ts";
export { hasAccess, lockChannels, membershipOf, seatedMembers, withoutAccess } from "../membership/seats.ts";
export { blockMember, takeSeat } from "../membership/take-seat.ts";
export { faceAt, faceOf, tribePicture } from "./face.ts";
export { factoryState, forgetFactoryState, isFactoryPaused } from "./factory-state.ts";
export { factoryWatch } from "./factory-watch.ts";
