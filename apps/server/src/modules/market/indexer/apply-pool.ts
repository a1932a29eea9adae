import { migrationAddresses, type PoolEvent } from "@tribe/chain";
import { lamports, type NewTokenUnits, newTokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { convertedUnits, oldUnitsWorth, poolValue } from "@tribe/domain";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { pools, tokens } from "../schema.ts";
import type { TokenRow } from "../tokens.ts";
import type { ChainTransaction } from "./chain-transaction.ts";
import { placeOf } from "./place.ts";
import { recordTrade } from "./record-trade.ts";
import { SequenceGap } from "./sequence-gap.ts";

type Swap = Extract<PoolEvent, { kind: "poolBought" | "poolSold" }>;

/**
 * Applies a pool's event that is new to the index. `token` is its row, locked by the caller.
 * @throws SequenceGap when the migration, or an earlier event of the pool, is not stored yet.
 */
export const applyPoolEvent = async (
  tx: Executor,
  transaction: ChainTransaction,
  event: PoolEvent,
  token: TokenRow,
): Promise<void> => {
  const { mint, conversionRate } = token;
  if (conversionRate === null) throw new SequenceGap(event.tokenId);
  if (event.kind === "poolCreated") {
    const { conversionVault, poolVault } = await migrationAddresses(event.tokenId, transaction.program);
    await tx
      .update(tokens)
      .set({ vaults: [conversionVault, poolVault] })
      .where(eq(tokens.mint, mint));
    const reserves = { lamports: event.lamports, tokens: newTokenUnits(event.tokens) };
    await tx.insert(pools).values({ mint, ...reserves, ...event.fees, nextSeq: event.seq + 1n });
    return;
  }
  const [pool] = await tx.select({ nextSeq: pools.nextSeq }).from(pools).where(eq(pools.mint, mint));
  if (pool?.nextSeq !== event.seq) throw new SequenceGap(event.tokenId);
  const nextSeq = event.seq + 1n;
  if (event.kind === "poolFeesCollected") {
    await tx.update(pools).set({ nextSeq }).where(eq(pools.mint, mint));
    return;
  }
  const reserves = { lamports: event.reserves.lamports, tokens: newTokenUnits(event.reserves.tokens) };
  await tx
    .update(pools)
    .set({ ...reserves, nextSeq })
    .where(eq(pools.mint, mint));
  await recordTrade(tx, token, tradeOf(transaction, event, token, conversionRate, reserves), {
    supply: token.supply,
    reserve: token.reserve,
    pool: reserves,
  });
};

/** A swap as a trade of old tokens, so that chart, list and volume carry on through the migration. */
const tradeOf = (
  transaction: ChainTransaction,
  event: Swap,
  token: TokenRow,
  rate: bigint,
  after: Parameters<typeof poolValue>[0],
): Parameters<typeof recordTrade>[2] => {
  const isBuy = event.kind === "poolBought";
  const fees = event.liquidityFee + event.creatorFee + event.platformFee;
  const value = lamports(isBuy ? event.lamports - fees : event.lamports + fees);
  const newTokens: NewTokenUnits = newTokenUnits(event.tokens);
  const wholeToken = convertedUnits(tokenUnits(unitsPerToken), rate);
  return {
    seq: placeOf("pool", event.seq),
    signature: transaction.signature,
    kind: isBuy ? "buy" : "sell",
    venue: "pool",
    trader: event.trader,
    amount: oldUnitsWorth(newTokens, rate),
    newTokens,
    value,
    unitPrice: lamports(newTokens === 0n ? 0n : (value * wholeToken) / newTokens),
    priceAfter: poolValue(after, wholeToken),
    supplyAfter: token.supply,
    platformFee: event.platformFee,
    creatorFee: event.creatorFee,
    referralFee: lamports(0n),
    referrer: null,
    isRanked: event.trader !== token.creatorAddress,
    blockTime: transaction.blockTime,
  };
};
