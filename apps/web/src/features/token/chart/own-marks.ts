import type { TradePoint } from "@tribe/contract";
import type { Candle } from "@tribe/domain/chart";

/** Marks that the person bought or sold during a candle. */
export interface OwnMark {
  /** The candle's time, in seconds. */
  readonly time: number;
  readonly side: "buy" | "sell";
}

/** The person's own trades as marks on the drawn candles, one per candle and side, oldest first. */
export const ownMarks = (
  trades: readonly TradePoint[],
  address: string | null,
  candles: readonly Candle[],
  interval: number,
): readonly OwnMark[] => {
  if (address === null) return [];
  const drawn = new Set(candles.map(({ time }) => time));
  const marks = new Map<string, OwnMark>();
  for (const { trader, kind, blockTime } of trades) {
    if (trader !== address) continue;
    const time = blockTime - (blockTime % interval);
    const side = kind === "sell" ? "sell" : "buy";
    if (drawn.has(time)) marks.set(`${time} ${side}`, { time, side });
  }
  return [...marks.values()].sort((one, other) => one.time - other.time);
};
