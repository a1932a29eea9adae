import "./events.ts";

export { observeHolding } from "./balances/balances.ts";
export { holdingOf, slotOfVersion } from "./balances/holdings.ts";
export { collects, isCollect } from "./events/collects.ts";
export { placeOf, seqAt } from "./events/place.ts";
export { presentTrade } from "./events/trade-frame.ts";
export { type FullCurve, fullCurves } from "./full-curves.ts";
export { recordObservedBalances } from "./intake/intake.ts";
export { cursorAfter, isBefore, isOlder, newestFirst, placeOfCursor } from "./newest-first.ts";
export { findToken, indexedOf, type TokenRow, tokenIdOf } from "./tokens.ts";
export { indexerWorker } from "./worker.ts";
