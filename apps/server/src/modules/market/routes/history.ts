import { ApiError, routes } from "@tribe/contract";
import { and, desc, eq } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { findToken, presentTrade } from "../../indexer/index.ts";
import { trades } from "../../indexer/schema.ts";
import { olderThan } from "../trade-cursor.ts";

/** A token's trades, newest first. A page after a given trade never changes, however much is traded meanwhile. */
export const history = query(routes.market.history, async ({ tx, query }) => {
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
