import { tokenSeqOf, venueSeqOf } from "../../indexer/index.ts";

/** The number of a cursor's trade among all of its token's; the page after it holds those before that one. */
export const readTradeCursor = (cursor: string): bigint => {
  const [venue, seq] = cursor.split(":");
  return tokenSeqOf(venue === "pool" ? "pool" : "curve", BigInt(seq ?? 0));
};

/** The cursor of a trade, by its number. */
export const writeTradeCursor = (seq: bigint): string => {
  const venue = seq < tokenSeqOf("pool", 0n) ? "curve" : "pool";
  return `${venue}:${venueSeqOf(venue, seq)}`;
};
