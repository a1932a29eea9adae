import { lt, type SQL } from "drizzle-orm";
import { placeOf, seqAt } from "../indexer/index.ts";
import { trades } from "../indexer/schema.ts";

/** The condition for trades before a cursor's. */
export const olderThan = (cursor: string): SQL => {
  const [venue, seq] = cursor.split(":");
  return lt(trades.seq, placeOf(venue === "pool" ? "pool" : "curve", BigInt(seq ?? 0)));
};

/** The cursor of a trade's place. */
export const cursorOf = (place: bigint): string => {
  const venue = place < placeOf("pool", 0n) ? "curve" : "pool";
  return `${venue}:${seqAt(venue, place)}`;
};
