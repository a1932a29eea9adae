import type { Lamports, Mint } from "@tribe/contract";
import { unitPrice } from "@tribe/domain/curve";
import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { tokens, trades } from "../../indexer/schema.ts";

type PricedToken = Pick<typeof tokens.$inferSelect, "mint" | "createdAt" | "floor" | "coefficient">;
const dayMs = 24 * 60 * 60 * 1_000;

const lastPricesOn = preparedOnce((db) => {
  // One index lookup per token, however many trades it has.
  const last = db
    .select({ price: trades.priceAfter })
    .from(trades)
    .where(and(eq(trades.mint, tokens.mint), lte(trades.blockTime, sql.placeholder("dayAgo"))))
    .orderBy(desc(trades.blockTime), desc(trades.seq))
    .limit(1)
    .as("last");
  return db
    .select({ mint: tokens.mint, price: last.price })
    .from(tokens)
    .innerJoinLateral(last, sql`true`)
    .where(sql`${tokens.mint} = any(${sql.placeholder("mints")})`)
    .prepare("market_prices_day_ago");
});

/** Prices 24 hours ago by mint; younger tokens are absent. `now` in ms. */
export const pricesDayAgo = async (
  db: Executor,
  ofTokens: readonly PricedToken[],
  now: number,
): Promise<Map<Mint, Lamports>> => {
  const dayAgo = new Date(now - dayMs);
  const old = ofTokens.filter((token) => token.createdAt <= dayAgo);
  if (old.length === 0) return new Map();
  const mints = old.map(({ mint }) => mint);
  const rows = await lastPricesOn(db).execute({ mints, dayAgo: dayAgo.toISOString() });
  const prices = new Map(rows.map((row) => [row.mint, row.price]));
  return new Map(old.map((token) => [token.mint, prices.get(token.mint) ?? unitPrice(token.floor, token.coefficient)]));
};
