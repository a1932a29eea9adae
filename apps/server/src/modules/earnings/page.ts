import type { Address } from "@tribe/contract";
import { and, eq, type Placeholder, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { shownTribeName } from "../identity/index.ts";
import type { TokenRow } from "../indexer/index.ts";
import { cursorAfter, isBefore, isOlder, newestFirst, placeOfCursor } from "../indexer/index.ts";
import { tokens, trades } from "../indexer/schema.ts";

type TradeRow = typeof trades.$inferSelect;

/** Whose earnings: from trades of their own tokens, and of people whom they invited. */
export interface Earner {
  readonly address: Address;
  readonly own: readonly TokenRow[];
}

/** A trade in the index, with its token's name and symbol. */
export interface EarningRow extends TradeRow {
  readonly name: string;
  readonly symbol: string;
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

/** Each token's newest trades by its own index, however many trades the tokens have. */
const ownOn = preparedOnce((db) => {
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

const wordsOn = preparedOnce((db) =>
  db
    .select({ mint: tokens.mint, name: shownTribeName(tokens), symbol: tokens.symbol })
    .from(tokens)
    .where(sql`${tokens.mint} = any(${mints})`)
    .prepare("market_earnings_words"),
);

/** One page of the trades by which somebody earned: the merge of two lists, each read by its own index. */
export const earningsPage = async (
  db: Executor,
  { address, own }: Earner,
  cursor: string | undefined,
  limit: number,
): Promise<{ rows: EarningRow[]; nextCursor: string | null }> => {
  const mints = own.map(({ mint }) => mint);
  const asked = { ...placeOfCursor(cursor), mints, limit: limit + 1 };
  const parts = await Promise.all([
    mints.length === 0
      ? []
      : ownOn(db)
          .execute(asked)
          .then((found) => found.map(({ newest }) => newest)),
    referredOn(db).execute({ ...asked, address }),
  ]);
  const rows = parts.flat().sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const others = [...new Set(page.map(({ mint }) => mint))].filter((mint) => !mints.includes(mint));
  const words = new Map(
    [...own, ...(others.length > 0 ? await wordsOn(db).execute({ mints: others }) : [])].map(
      ({ mint, name, symbol }) => [mint, { name, symbol }],
    ),
  );
  return {
    rows: page.map((row) => ({ ...row, ...(words.get(row.mint) ?? { name: "", symbol: "" }) })),
    nextCursor: last && rows.length > limit ? cursorAfter(last) : null,
  };
};
