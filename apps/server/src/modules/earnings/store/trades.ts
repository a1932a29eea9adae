import type { Address, Mint } from "@tribe/contract";
import { and, eq, type Placeholder, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { isOlder, newestFirst, readTradesCursor } from "../../indexer/index.ts";
import { tokens, trades } from "../../indexer/schema.ts";

/** A trade in the index. */
export type TradeRow = typeof trades.$inferSelect;

/** A page of trades: those after the cursor, at most `limit`. */
export interface PageOf {
  readonly mints: readonly Mint[];
  readonly cursor: string | undefined;
  readonly limit: number;
}

// Hidden from the planner, so that there is one plan for all values. If it knew that a page is longer than a usual token's
// trades, it would read all trades of the token, and one token may have most of them.
const mints = sql`(select ${sql.placeholder("mints")}::text[])::text[]`;
// Drizzle accepts any SQL here, though its types allow only a placeholder.
const limit = sql`(select ${sql.placeholder("limit")}::bigint)` as unknown as Placeholder;

const referredOn = preparedOnce((db) =>
  db
    .select()
    .from(trades)
    .where(
      and(
        eq(trades.referrer, sql.placeholder("address")),
        // PostgreSQL estimates that few rows pass `> 0`, though nearly every trade with a referrer does: for so few it would
        // choose a plan that reads all of them.
        sql`nullif(${trades.referralFee}, 0) is not null`,
        sql`${trades.mint} <> all(${mints})`,
        isOlder,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)
    .prepare("market_earnings_referred"),
);

/** The newest trades by which an inviter earned, without those of the tokens of `mints`. */
export const referredTrades = (db: Executor, address: Address, page: PageOf): Promise<TradeRow[]> =>
  referredOn(db).execute({ ...readTradesCursor(page.cursor), mints: page.mints, limit: page.limit, address });

const tradesWithFeesOn = preparedOnce((db) => {
  const newest = db
    .select()
    .from(trades)
    .where(and(eq(trades.mint, tokens.mint), sql`${trades.creatorFee} > 0`, isOlder))
    .orderBy(...newestFirst)
    .limit(limit)
    .as("newest");
  return db
    .select({ newest: newest._.selectedFields })
    .from(tokens)
    .innerJoinLateral(newest, sql`true`)
    .where(sql`${tokens.mint} = any(${mints})`)
    .prepare("market_earnings_own");
});

/**
 * The newest trades of each token by which its Chief earned, in no order: each token's by its own index, however many trades the
 * tokens have.
 */
export const tradesWithFees = async (db: Executor, page: PageOf): Promise<TradeRow[]> => {
  if (page.mints.length === 0) return [];
  const rows = await tradesWithFeesOn(db).execute({
    ...readTradesCursor(page.cursor),
    mints: page.mints,
    limit: page.limit,
  });
  return rows.map(({ newest }) => newest);
};
