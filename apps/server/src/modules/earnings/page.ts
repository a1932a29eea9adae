import type { Address } from "@tribe/contract";
import { and, eq, type Placeholder, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import type { TokenRow } from "../indexer/index.ts";
import { cursorAfter, isBefore, isOlder, newestFirst, placeOfCursor } from "../indexer/index.ts";
import { tokens, trades } from "../indexer/schema.ts";

type TradeRow = typeof trades.$inferSelect;

/** Whose earnings: the trades of their own tokens, and of whom they invited. */
export interface Earner {
  readonly address: Address;
  readonly own: readonly TokenRow[];
}

/** A trade as the index has it, with the words of its token. */
export interface EarningRow extends TradeRow {
  readonly name: string;
  readonly symbol: string;
}

// Hidden from the planner, which thus has one plan whatever the values. Where it knows that a page is longer than what it
// expects of a usual token, it reads every trade of the token, and one token may have most of them.
const mints = sql`(select ${sql.placeholder("mints")}::text[])::text[]`;
// Drizzle writes whatever SQL stands here, though its types know a placeholder alone.
const limit = sql`(select ${sql.placeholder("limit")}::bigint)` as unknown as Placeholder;

const referredOn = preparedOnce((db) =>
  db
    .select()
    .from(trades)
    .where(
      and(
        eq(trades.referrer, sql.placeholder("address")),
        // `> 0` counts as rare, though nearly each trade with a referrer pays one: a plan for so few would read all of them.
        sql`nullif(${trades.referralFee}, 0) is not null`,
        sql`${trades.mint} <> all(${mints})`,
        isOlder,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)
    .prepare("market_earnings_referred"),
);

/** Each token's newest by its own index, however many trades the tokens have. */
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
    .select({ mint: tokens.mint, name: tokens.name, symbol: tokens.symbol })
    .from(tokens)
    .where(sql`${tokens.mint} = any(${mints})`)
    .prepare("market_earnings_words"),
);

/** One page of the trades that somebody earned by. Both parts come by their own index; the page is their merge. */
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
