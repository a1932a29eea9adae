import type { trades } from "../schema.ts";

// Trades of several tokens, the newest first: the order of such a list, and the cursor that names a trade of it.

type TradeKey = Pick<typeof trades.$inferSelect, "blockTime" | "mint" | "seq">;

/** The cursor for the page that follows a trade. */
export const cursorAfter = ({ blockTime, mint, seq }: TradeKey): string => `${blockTime.getTime()}.${mint}.${seq}`;

/** The key of a cursor's trade; without a cursor, one before the newest possible trade. */
export const readTradesCursor = (cursor: string | undefined) => {
  const [time, afterMint = "", seq = "0"] = cursor?.split(".") ?? [];
  return { at: time === undefined ? "infinity" : new Date(Number(time)).toISOString(), afterMint, seq };
};

/** Whether one trade comes before another in the list: the order of `newestFirst`, to merge several lists. */
export const isBefore = (a: TradeKey, b: TradeKey): boolean => {
  if (a.blockTime.getTime() !== b.blockTime.getTime()) return a.blockTime > b.blockTime;
  return a.mint === b.mint ? a.seq > b.seq : a.mint > b.mint;
};
