import type { Address, Mint } from "@tribe/contract";
import { and, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { shownTribeName } from "../../identity/index.ts";
import { isOlder, newestFirst, readTradesCursor } from "../../indexer/index.ts";
import { tokens, trades } from "../../indexer/schema.ts";

/** A trade in the index. */
export type TradeRow = typeof trades.$inferSelect;

/** A token's trades, the newest first, those before a number in its history or all. */
export const tradesBefore = (
  db: Executor,
  mint: Mint,
  before: bigint | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<TradeRow[]> =>
  db
    .select()
    .from(trades)
    .where(and(eq(trades.mint, mint), before === null ? undefined : lt(trades.seq, before)))
    .orderBy(desc(trades.seq))
    .offset(offset)
    .limit(limit);

const tradesOfWalletOn = preparedOnce((db) =>
  db
    .select({ trade: trades, name: shownTribeName(tokens), symbol: tokens.symbol })
    .from(trades)
    .innerJoin(tokens, eq(tokens.mint, trades.mint))
    .where(and(eq(trades.trader, sql.placeholder("trader")), isOlder))
    .orderBy(...newestFirst)
    .limit(sql.placeholder("limit"))
    .prepare("market_own_trades"),
);

/** A wallet's trades of all tokens, the newest first, after a cursor. */
export const tradesOfWallet = (db: Executor, trader: Address, cursor: string | undefined, limit: number) =>
  tradesOfWalletOn(db).execute({ ...readTradesCursor(cursor), trader, limit });

/** The newest ranked trades of all tokens, without those that created one. */
export const newestTrades = (db: Executor, limit: number): Promise<TradeRow[]> =>
  db
    .select()
    .from(trades)
    .where(and(eq(trades.isRanked, true), ne(trades.kind, "create")))
    .orderBy(desc(trades.blockTime), desc(trades.mint))
    .limit(limit);
