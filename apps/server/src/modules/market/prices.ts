import type { Lamports, Mint } from "@tribe/contract";
import { unitPrice } from "@tribe/domain";
import { and, desc, eq, inArray, lte } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { tokens, trades } from "./schema.ts";

type TokenRow = typeof tokens.$inferSelect;
const dayMs = 24 * 60 * 60 * 1_000;

/** Price of one token at the present supply. */
export const priceNow = (token: TokenRow): Lamports => unitPrice(token.supply, token.coefficient);

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
    .select({ supply: trades.supplyAfter })
    .from(trades)
    .where(and(eq(trades.mint, tokens.mint), lte(trades.blockTime, dayAgo)))
    .orderBy(desc(trades.blockTime), desc(trades.seq))
    .limit(1)
    .as("last");
  const rows = await db
    .select({ mint: tokens.mint, supply: last.supply })
    .from(tokens)
    .innerJoinLateral(last, eq(tokens.mint, tokens.mint))
    .where(
      inArray(
        tokens.mint,
        old.map((token) => token.mint),
      ),
    );
  const supplies = new Map(rows.map((row) => [row.mint, row.supply]));
  return new Map(
    old.map((token) => [token.mint, unitPrice(supplies.get(token.mint) ?? token.floor, token.coefficient)]),
  );
};
