export { readReceipt, useReceipt } from "./receipt.ts";
export { SeatMoment } from "./SeatMoment.tsx";
export { TradeDone } from "./TradeDone.tsx";
export { TradeRows } from "./TradeRows.tsx";
export { tradedAmount } from "./traded-amount.ts";
