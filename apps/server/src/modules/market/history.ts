import { ApiError, routes } from "@tribe/contract";
import { and, desc, eq, lt, type SQL } from "drizzle-orm";
import { implement } from "../../http/implement.ts";
import { findToken, placeOf, presentTrade, seqAt } from "../indexer/index.ts";
import { trades } from "../indexer/schema.ts";

/** Trades of a token, newest first. A page that follows a trade stays the same, whatever is traded meanwhile. */
export const history = implement(routes.market.history, async ({ tx, query }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  const rows = await tx
    .select()
    .from(trades)
    .where(and(eq(trades.mint, query.mint), query.before === undefined ? undefined : olderThan(query.before)))
    .orderBy(desc(trades.seq))
    .offset(query.offset)
    .limit(query.limit);
  return rows.map(presentTrade);
});

/** Trades that stand before a cursor's. */
export const olderThan = (cursor: string): SQL => {
  const [venue, seq] = cursor.split(":");
  return lt(trades.seq, placeOf(venue === "pool" ? "pool" : "curve", BigInt(seq ?? 0)));
};

/** The cursor of a trade's place. */
export const cursorOf = (place: bigint): string => {
  const venue = place < placeOf("pool", 0n) ? "curve" : "pool";
  return `${venue}:${seqAt(venue, place)}`;
};
