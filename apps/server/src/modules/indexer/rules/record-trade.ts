import { lamports } from "@tribe/contract";
import type { trades } from "../schema.ts";
import { type AfterTrade, tradeFrame } from "../trade-frame.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";

/** Adds a trade on curve or pool to its token's history and sums, and queues the frame for those who watch. */
export const recordTrade = (
  ledger: Ledger,
  entry: LedgerEntry,
  trade: Omit<typeof trades.$inferSelect, "mint">,
  after: AfterTrade,
): void => {
  const { mint, volume, rankedVolume, creatorEarned, creatorTrades } = entry.token;
  const row = { ...trade, mint };
  ledger.addTrade(row);
  ledger.setToken(entry, {
    supply: after.supply,
    reserve: after.reserve,
    price: trade.priceAfter,
    volume: lamports(volume + trade.value),
    rankedVolume: lamports(trade.isRanked ? rankedVolume + trade.value : rankedVolume),
    creatorEarned: lamports(creatorEarned + trade.creatorFee),
    creatorTrades: creatorTrades + (trade.creatorFee > 0n ? 1 : 0),
  });
  ledger.addEvent({
    type: "trade.indexed",
    payload: { mint, signature: trade.signature, frame: tradeFrame(row, after) },
  });
};
