import { placeOf, seqAt } from "../../indexer/index.ts";

/** The place of a cursor's trade among all of its token's; the page after it holds those before that place. */
export const readTradeCursor = (cursor: string): bigint => {
  const [venue, seq] = cursor.split(":");
  return placeOf(venue === "pool" ? "pool" : "curve", BigInt(seq ?? 0));
};

/** The cursor of a trade's place. */
export const writeTradeCursor = (place: bigint): string => {
  const venue = place < placeOf("pool", 0n) ? "curve" : "pool";
  return `${venue}:${seqAt(venue, place)}`;
};
