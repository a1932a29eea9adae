import type { Lamports, Mint, TokenId, TradeVenue } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { collects } from "../indexer/index.ts";
import { chainEvents, tokens, trades } from "../indexer/schema.ts";

/**
 * Tokens whose creator has at least this many lamports of uncollected fees on the curve or in the pool, by the trades in the
 * index since the last collect.
 */
export const tokensWithCreatorFees = (
  db: Executor,
  venue: TradeVenue,
  min: Lamports,
): Promise<{ mint: Mint; tokenId: TokenId }[]> => {
  const lastCollect = sql`select max(${chainEvents.seq}) from ${chainEvents}
    where ${chainEvents.mint} = ${tokens.mint} and ${chainEvents.kind} = ${collects[venue]}`;
  const accrued = sql`select coalesce(sum(${trades.creatorFee}), 0) from ${trades}
    where ${trades.mint} = ${tokens.mint} and ${trades.venue} = ${venue} and ${trades.seq} > coalesce((${lastCollect}), -1)`;
  return db.select({ mint: tokens.mint, tokenId: tokens.tokenId }).from(tokens).where(sql`(${accrued}) >= ${min}`);
};
