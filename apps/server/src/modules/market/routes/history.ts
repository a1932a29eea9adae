import { ApiError, routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { findToken, presentTrade } from "../../indexer/index.ts";
import { readTradeCursor } from "../rules/trade-cursor.ts";
import { tradesBefore } from "../store/trades.ts";

/** A token's trades, newest first. A page after a given trade never changes, however much is traded meanwhile. */
export const history = query(routes.market.history, async ({ tx, query: { mint, before, offset, limit } }) => {
  if (!(await findToken(tx, mint))) throw new ApiError("not_found");
  const end = before === undefined ? null : readTradeCursor(before);
  const rows = await tradesBefore(tx, mint, end, { offset, limit });
  return rows.map(presentTrade);
});
