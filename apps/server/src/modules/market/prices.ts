import type { Lamports, Mint } from "@tribe/contract";
import { unitPrice } from "@tribe/domain";
import { and, desc, eq, inArray, lte } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { tokens, trades } from "./schema.ts";

type TokenRow = typeof tokens.$inferSelect;
const dayMs = 24 * 60 * 60 * 1_000;

/** Prices 24 hours ago by mint; tokens that are younger are absent. `now` in milliseconds. */
export const pricesDayAgo = async (
  db: Executor,
  ofTokens: readonly TokenRow[],
  now: number,
): Promise<Map<Mint, Lamports>> => {
  const dayAgo = new Date(now - dayMs);
  const old = ofTokens.filter((token) => token.createdAt <= dayAgo);
  if (old.length === 0) return new Map();
  // One index probe per token, however many trades it has.
  const last = db
    .select({ price: trades.priceAfter })
    .from(trades)
    .where(and(eq(trades.mint, tokens.mint), lte(trades.blockTime, dayAgo)))
    .orderBy(desc(trades.blockTime), desc(trades.seq))
    .limit(1)
    .as("last");
  const rows = await db
    .select({ mint: tokens.mint, price: last.price })
    .from(tokens)
    .innerJoinLateral(last, eq(tokens.mint, tokens.mint))
    .where(
      inArray(
        tokens.mint,
        old.map((token) => token.mint),
      ),
    );
  const prices = new Map(rows.map((row) => [row.mint, row.price]));
  return new Map(old.map((token) => [token.mint, prices.get(token.mint) ?? unitPrice(token.floor, token.coefficient)]));
};
