import type { TokenId } from "@tribe/contract";
import { inArray, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import type { LedgerEntry, PoolRow, TradeRow } from "../rules/ledger.ts";
import type { ReferralSum } from "../rules/referrals.ts";
import { pools, referrers, tokens, trades } from "../schema.ts";
import { inChunks } from "./in-chunks.ts";
import type { TokenRow } from "./tokens.ts";

/** Locks and reads these tokens until the commit. Those that the index does not know are absent. */
export const lockEntries = async (
  tx: Executor,
  tokenIds: readonly TokenId[],
): Promise<ReadonlyMap<TokenId, LedgerEntry>> => {
  if (tokenIds.length === 0) return new Map();
  // Everybody who locks several tokens locks them in this order.
  const rows = await tx
    .select()
    .from(tokens)
    .where(inArray(tokens.tokenId, [...tokenIds]))
    .orderBy(tokens.mint)
    .for("update");
  const mints = rows.map(({ mint }) => mint);
  const found = mints.length > 0 ? await tx.select().from(pools).where(inArray(pools.mint, mints)) : [];
  const poolOf = new Map(found.map((pool) => [pool.mint, pool]));
  return new Map(rows.map((token) => [token.tokenId, { token, pool: poolOf.get(token.mint) ?? null }]));
};

/** Stores tokens with what events changed of them. */
export const storeTokens = (tx: Executor, changed: readonly TokenRow[]): Promise<void> =>
  inChunks(changed, async (rows) => {
    await tx.insert(tokens).values(rows).onConflictDoUpdate({ target: tokens.mint, set: changingOfToken });
  });

/** The columns of a token that events change; holders are counted with the balances. */
const changingOfToken = {
  creatorAddress: sql`excluded.creator_address`,
  supply: sql`excluded.supply`,
  reserve: sql`excluded.reserve`,
  price: sql`excluded.price`,
  nextSeq: sql`excluded.next_seq`,
  volume: sql`excluded.volume`,
  rankedVolume: sql`excluded.ranked_volume`,
  creatorEarned: sql`excluded.creator_earned`,
  creatorTrades: sql`excluded.creator_trades`,
  newMint: sql`excluded.new_mint`,
  liquidityAddress: sql`excluded.liquidity_address`,
  conversionRate: sql`excluded.conversion_rate`,
  vaults: sql`excluded.vaults`,
};

/** Stores pools with what events changed of them. */
export const storePools = (tx: Executor, changed: readonly PoolRow[]): Promise<void> =>
  inChunks(changed, async (rows) => {
    await tx.insert(pools).values(rows).onConflictDoUpdate({ target: pools.mint, set: changingOfPool });
  });

const changingOfPool = {
  lamports: sql`excluded.lamports`,
  tokens: sql`excluded.tokens`,
  nextSeq: sql`excluded.next_seq`,
};

/** Stores new trades. */
export const storeTrades = async (tx: Executor, rows: readonly TradeRow[]): Promise<void> => {
  await insertMany(tx, trades, rows);
};

/** Adds what inviters earned by new trades to their sums. */
export const addReferralSums = async (tx: Executor, rows: readonly ReferralSum[]): Promise<void> => {
  const add = sql`on conflict (address) do update set earned = ${referrers}.earned + excluded.earned,
    trades = ${referrers}.trades + excluded.trades`;
  await insertMany(tx, referrers, rows, add);
};
