import type { Lamports, Mint, TokenId } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { chainEvents, tokens, trades } from "./schema.ts";

/** Tokens whose creator has at least so many lamports waiting, by the trades since the last collect in the index. */
export const tokensWithCreatorFees = (db: Executor, least: Lamports): Promise<{ mint: Mint; tokenId: TokenId }[]> => {
  const lastCollect = sql`select max(${chainEvents.seq}) from ${chainEvents}
    where ${chainEvents.mint} = ${tokens.mint} and ${chainEvents.kind} = 'feesCollected'`;
  const accrued = sql`select coalesce(sum(${trades.creatorFee}), 0) from ${trades}
    where ${trades.mint} = ${tokens.mint} and ${trades.seq} > coalesce((${lastCollect}), -1)`;
  return db.select({ mint: tokens.mint, tokenId: tokens.tokenId }).from(tokens).where(sql`(${accrued}) >= ${least}`);
};
