import type { RouteImplementation } from "../../http/implement.ts";
import { candles } from "./candles.ts";
import { earnings } from "./earnings/earnings.ts";
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

export { tokensWithCreatorFees } from "./accrued-fees.ts";
export { faceAt, faceOf, tribePicture } from "./face.ts";
export { factoryState, forgetFactoryState, isFactoryPaused } from "./factory-state.ts";
export { factoryWatch } from "./factory-watch.ts";
export { type FullCurve, fullCurves } from "./full-curves.ts";
export { holdingOf } from "./holdings.ts";
export { sightHolding } from "./indexer/balances.ts";
export { takeSightings } from "./indexer/intake.ts";
export { indexerWorker } from "./indexer/worker.ts";
export { channels, seats, tokens } from "./schema.ts";
export { hasAccess, lockChannels, membershipOf, seatedMembers, withoutAccess } from "./seats.ts";
export { blockMember, takeSeat } from "./take-seat.ts";
export { findToken, indexedOf, tokenIdOf } from "./tokens.ts";
