import { lamports, type TradePoint, tokenUnits } from "@tribe/contract";

/** Trades of one person one after another, of one kind, as one line. */
export interface TradeRun {
  readonly newest: TradePoint;
  readonly count: number;
  readonly amount: TradePoint["amount"];
  /** Before fees. */
  readonly value: TradePoint["value"];
}

/** Joins trades that one person made one after another, in their order. */
export const tradeRuns = (trades: readonly TradePoint[]): readonly TradeRun[] => {
  const runs: TradeRun[] = [];
  for (const trade of trades) {
    const last = runs.at(-1);
    const { trader, kind, venue } = last?.newest ?? {};
    if (last && trader === trade.trader && kind === trade.kind && venue === trade.venue)
      runs[runs.length - 1] = {
        newest: trade,
        count: last.count + 1,
        amount: tokenUnits(last.amount + trade.amount),
        value: lamports(last.value + trade.value),
      };
    else runs.push({ newest: trade, count: 1, amount: trade.amount, value: trade.value });
  }
  return runs;
};
