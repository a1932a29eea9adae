import type { TokenEvent } from "@tribe/chain/events";
import { lamports, tokenUnits, unitsPerToken } from "@tribe/contract";
import { unitPrice } from "@tribe/domain/curve";
import type { ChainTransaction } from "../intake/chain-transaction.ts";
import { wordsOfCreation } from "./creation-words.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { recordTrade } from "./record-trade.ts";
import { SequenceGap } from "./sequence-gap.ts";
import { tokenSeqOf } from "./token-seq.ts";
import { isTrade, sideOf, type TradeOf } from "./trade-events.ts";

/**
 * Applies a new event of a curve to the index.
 * @throws SequenceGap when an earlier event of the token is not stored yet
 */
export const applyCurveEvent = (ledger: Ledger, transaction: ChainTransaction, event: TokenEvent): void => {
  if (event.kind === "tokenCreated") {
    applyCreation(ledger, transaction, event);
    return;
  }
  const before = ledger.find(event.tokenId);
  if (before?.token.nextSeq !== event.seq) throw new SequenceGap(event.tokenId);
  const entry = ledger.setToken(before, { nextSeq: event.seq + 1n });
  if (isTrade(event)) {
    applyTrade(ledger, transaction, entry, event);
    return;
  }
  switch (event.kind) {
    case "creatorChanged":
      ledger.changeCreator(entry, event.current);
      return;
    case "tokenMigrated": {
      const { mint, newMint, liquidityAddress, rate: conversionRate } = event;
      ledger.setToken(entry, { newMint, liquidityAddress, conversionRate, reserve: lamports(0n) });
      ledger.addEvent({ type: "token.migrated", payload: { mint, newMint, liquidityAddress } });
      return;
    }
    case "feesCollected":
    case "tokensConverted":
      return; // counted, and no more: balances come from the transaction
    default:
      event satisfies never;
  }
};

const applyTrade = (
  ledger: Ledger,
  transaction: ChainTransaction,
  entry: LedgerEntry,
  event: TradeOf<TokenEvent>,
): void => {
  const { token } = entry;
  const isBuy = sideOf(event) === "buy";
  const supply = tokenUnits(isBuy ? event.supplyBeforeTrade + event.amount : event.supplyBeforeTrade - event.amount);
  const reserve = lamports(isBuy ? token.reserve + event.price : token.reserve - event.price);
  const isCreation = transaction.events.some(({ kind }) => kind === "tokenCreated");
  const trade = {
    seq: tokenSeqOf("curve", event.seq),
    signature: transaction.signature,
    kind: isBuy ? (isCreation ? ("create" as const) : ("buy" as const)) : ("sell" as const),
    venue: "curve" as const,
    trader: event.trader,
    amount: event.amount,
    newTokens: null,
    value: event.price,
    unitPrice: lamports(event.amount === 0n ? 0n : (event.price * unitsPerToken) / event.amount),
    priceAfter: unitPrice(supply, token.coefficient),
    supplyAfter: supply,
    platformFee: event.platformFee,
    creatorFee: event.creatorFee,
    referralFee: event.referralFee,
    liquidityFee: lamports(0n),
    referrer: event.referrer,
    // A self-referral can't occur: the program refuses it.
    isRanked: event.trader !== event.creator,
    blockTime: transaction.blockTime,
  };
  recordTrade(ledger, entry, trade, { supply, reserve, pool: null });
  if (supply >= token.maxSupply) ledger.addEvent({ type: "curve.closed", payload: { mint: event.mint } });
};

const applyCreation = (
  ledger: Ledger,
  transaction: ChainTransaction,
  event: Extract<TokenEvent, { kind: "tokenCreated" }>,
): void => {
  const { mint } = event;
  const { name, symbol } = wordsOfCreation(transaction, event.tokenId);
  ledger.create({
    mint,
    tokenId: event.tokenId,
    creatorAddress: event.creator,
    name,
    symbol,
    supply: event.floor,
    reserve: lamports(0n),
    floor: event.floor,
    maxSupply: event.xMax,
    coefficient: event.coefficient,
    referralBonus: event.referralBonus,
    price: unitPrice(event.floor, event.coefficient),
    nextSeq: event.seq + 1n,
    volume: lamports(0n),
    rankedVolume: lamports(0n),
    creatorEarned: lamports(0n),
    creatorTrades: 0,
    holderCount: 0,
    newMint: null,
    liquidityAddress: null,
    conversionRate: null,
    vaults: [],
    createdAt: transaction.blockTime,
  });
  ledger.addEvent({ type: "token.created", payload: { mint, signature: transaction.signature } });
};
