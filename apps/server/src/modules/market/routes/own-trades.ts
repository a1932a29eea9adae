import { type AnswerOf, lamports, routes } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import { wireBlockTime } from "../../../db/block-time.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { query } from "../../../http/implement.ts";
import { callerWallet, shownTribeName } from "../../identity/index.ts";
import { cursorAfter, isOlder, newestFirst, placeOfCursor } from "../../indexer/index.ts";
import { tokens, trades } from "../../indexer/schema.ts";

const ownTradesOn = preparedOnce((db) =>
  db
    .select({ trade: trades, name: shownTribeName(tokens), symbol: tokens.symbol })
    .from(trades)
    .innerJoin(tokens, eq(tokens.mint, trades.mint))
    .where(and(eq(trades.trader, sql.placeholder("trader")), isOlder))
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("market_own_trades"),
);

type OwnTrade = AnswerOf<typeof routes.market.ownTrades>["trades"][number];

const present = (row: typeof trades.$inferSelect): Omit<OwnTrade, "name" | "symbol"> => {
  const fees = row.platformFee + row.creatorFee + row.referralFee + row.liquidityFee;
  return {
    mint: row.mint,
    kind: row.kind,
    venue: row.venue,
    signature: row.signature as OwnTrade["signature"], // stored as the chain gave it
    amount: row.amount,
    newTokens: row.newTokens,
    fees: lamports(fees),
    total: lamports(row.kind === "sell" ? row.value - fees : row.value + fees),
    blockTime: wireBlockTime(row.blockTime),
  };
};

/** The trades of the caller's wallet on chain, whichever app it used. */
export const ownTrades = query(routes.market.ownTrades, async ({ tx, query, session }) => {
  const trader = await callerWallet(tx, session.uid);
  const { cursor, limit } = query;
  const rows = await ownTradesOn(tx).execute({ ...placeOfCursor(cursor), trader, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    trades: page.map(({ trade, name, symbol }) => ({ ...present(trade), name, symbol })),
    nextCursor: last && rows.length > limit ? cursorAfter(last.trade) : null,
  };
});
