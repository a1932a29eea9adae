import { ApiError, routes } from "@tribe/contract";
import { desc, eq } from "drizzle-orm";
import { implement } from "../../http/implement.ts";
import { presentTrade } from "./indexer/trade-frame.ts";
import { trades } from "./schema.ts";
import { findToken } from "./tokens.ts";

/** Trades of a token, newest first. */
export const history = implement(routes.factory.history, async ({ tx, query }) => {
  if (!(await findToken(tx, query.mint))) throw new ApiError("not_found");
  const rows = await tx
    .select()
    .from(trades)
    .where(eq(trades.mint, query.mint))
    .orderBy(desc(trades.seq))
    .offset(query.offset)
    .limit(query.limit);
  return rows.map(presentTrade);
});
