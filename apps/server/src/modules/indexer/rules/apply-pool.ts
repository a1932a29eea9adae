import { migrationAddresses, type PoolEvent } from "@tribe/chain/accounts";
import { lamports, type NewTokenUnits, newTokenUnits, tokenUnits, unitsPerToken } from "@tribe/contract";
import { convertedUnits, oldUnitsWorth, poolValue } from "@tribe/domain/pool";
import type { ChainTransaction } from "../intake/chain-transaction.ts";
import type { TokenRow } from "../store/tokens.ts";
import type { Ledger } from "./ledger.ts";
import { recordTrade } from "./record-trade.ts";
import { SequenceGap } from "./sequence-gap.ts";
import { tokenSeqOf } from "./token-seq.ts";
import { sideOf, type TradeOf } from "./trade-events.ts";

/**
 * Applies a new event of a pool to the index.
 * @throws SequenceGap when the migration, or an earlier event of the pool, is not stored yet
 */
export const applyPoolEvent = async (
  ledger: Ledger,
  transaction: ChainTransaction,
  event: PoolEvent,
): Promise<void> => {
  const entry = ledger.find(event.tokenId);
  if (!entry || entry.token.conversionRate === null) throw new SequenceGap(event.tokenId);
  const { mint, conversionRate, supply, reserve } = entry.token;
  const nextSeq = event.seq + 1n;
  if (event.kind === "poolCreated") {
    const { conversionVault, poolVault } = await migrationAddresses(event.tokenId, transaction.program);
    const migrated = ledger.setToken(entry, { vaults: [conversionVault, poolVault] });
    const reserves = { lamports: event.lamports, tokens: newTokenUnits(event.tokens) };
    ledger.setPool(migrated, { mint, ...reserves, ...event.fees, nextSeq });
    return;
  }
  const { pool } = entry;
  if (pool?.nextSeq !== event.seq) throw new SequenceGap(event.tokenId);
  // The curve says who the creator is. This event only says whom the pool pays, which is read from the chain when fees are
  // collected.
  if (event.kind === "poolFeesCollected" || event.kind === "poolCreatorChanged") {
    ledger.setPool(entry, { ...pool, nextSeq });
    return;
  }
  const reserves = { lamports: event.reserves.lamports, tokens: newTokenUnits(event.reserves.tokens) };
  const swapped = ledger.setPool(entry, { ...pool, ...reserves, nextSeq });
  const trade = tradeOf(transaction, event, entry.token, conversionRate, reserves);
  recordTrade(ledger, swapped, trade, { supply, reserve, pool: reserves });
};

/** A swap as a trade of old tokens, so that chart, list and volume continue across the migration. */
const tradeOf = (
  transaction: ChainTransaction,
  event: TradeOf<PoolEvent>,
  token: TokenRow,
  rate: bigint,
  after: Parameters<typeof poolValue>[0],
): Parameters<typeof recordTrade>[2] => {
  const isBuy = sideOf(event) === "buy";
  const fees = event.liquidityFee + event.creatorFee + event.platformFee;
  const value = lamports(isBuy ? event.lamports - fees : event.lamports + fees);
  const newTokens: NewTokenUnits = newTokenUnits(event.tokens);
  const wholeToken = convertedUnits(tokenUnits(unitsPerToken), rate);
  return {
    seq: tokenSeqOf("pool", event.seq),
    signature: transaction.signature,
    kind: sideOf(event),
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
    liquidityFee: event.liquidityFee,
    referrer: null,
    isRanked: event.trader !== token.creatorAddress,
    blockTime: transaction.blockTime,
  };
};
