import "./events.ts";

export { observeHolding } from "./balances/balances.ts";
export { recordObservedBalances } from "./intake/intake.ts";
export { pauseEndsJob } from "./intake/pauses.ts";
export { slotOfVersion } from "./rules/balances.ts";
export { tokenSeqOf, venueSeqOf } from "./rules/token-seq.ts";
export { cursorAfter, isBefore, readTradesCursor } from "./rules/trade-order.ts";
export { indexedOf } from "./store/chain-events.ts";
export { collects, isCollect } from "./store/collects.ts";
export { holdingOf } from "./store/holdings.ts";
export { isOlder, newestFirst } from "./store/newest-first.ts";
export { type FullCurve, findToken, fullCurves, type TokenRow } from "./store/tokens.ts";
export { tokenIdOf } from "./token-ids.ts";
export { presentTrade } from "./trade-frame.ts";
export { indexerWorker } from "./worker.ts";
