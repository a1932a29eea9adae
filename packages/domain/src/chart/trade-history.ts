import type { TradePoint } from "@tribe/contract";

/** A position in a token's history. */
type Place = Pick<TradePoint, "venue" | "seq">;

/** A trade's position in its token's history: the cursor of the next page, and the trade's key. */
export const tradeCursor = ({ venue, seq }: Place): string => `${venue}:${seq}`;

/** Whether a trade is older than another one of the same token. */
export const isOlderTrade = (one: Place, other: Place): boolean =>
  one.venue === other.venue ? one.seq < other.seq : one.venue === "curve";

/** Whether no trade can be missing between a trade and the newest known one: a pool's first trade has seq 1. */
export const followsTrade = (newest: TradePoint, trade: TradePoint): boolean =>
  isOlderTrade(newest, trade) ? trade.seq === (newest.venue === trade.venue ? newest.seq + 1 : 1) : true;

/** Joins two parts of one history (each newest first), with every trade once, however much they overlap. */
export const mergeTrades = (one: readonly TradePoint[], other: readonly TradePoint[]): TradePoint[] => {
  const merged: TradePoint[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const a = one[left];
    const b = other[right];
    if (a && b && tradeCursor(a) === tradeCursor(b)) right += 1;
    else if (a && (!b || isOlderTrade(b, a))) {
      merged.push(a);
      left += 1;
    } else if (b) {
      merged.push(b);
      right += 1;
    }
  }
  return merged;
};
