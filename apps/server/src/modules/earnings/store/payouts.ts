import type { Lamports, Mint, TokenId, TradeVenue } from "@tribe/contract";
import { max, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import { collects, isCollect } from "../../indexer/index.ts";
import { chainEvents, tokens, trades } from "../../indexer/schema.ts";
import { type Payout, type Payouts, payoutKey } from "../rules/payouts.ts";

const { mint, kind, seq, data } = chainEvents;
const payoutsOn = preparedOnce((db) =>
  db
    .select({ mint, kind, lastSeq: max(seq), paid: sql<string>`sum((${data} ->> 'creatorAmount')::numeric)` })
    .from(chainEvents)
    .where(sql`${mint} = any(${sql.placeholder("mints")}) and ${isCollect(kind)}`)
    .groupBy(mint, kind)
    .prepare("market_payouts"),
);

/** All payouts of these tokens: there are few, and they have their own index. */
export const payoutsOf = async (db: Executor, mints: readonly Mint[]): Promise<Payouts> => {
  const payouts = new Map<string, Payout>();
  if (mints.length === 0) return payouts;
  for (const row of await payoutsOn(db).execute({ mints })) {
    if (row.mint === null) continue;
    const key = payoutKey(row.kind === collects.pool ? "pool" : "curve", row.mint);
    payouts.set(key, { seq: BigInt(row.lastSeq ?? 0), paid: BigInt(row.paid) });
  }
  return payouts;
};

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
