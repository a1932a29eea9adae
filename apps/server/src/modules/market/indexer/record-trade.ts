import { lamports } from "@tribe/contract";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { tokens, trades } from "../schema.ts";
import type { TokenRow } from "../tokens.ts";
import { type AfterTrade, tradeFrame } from "./trade-frame.ts";

/**
 * Stores a trade of curve or pool, adds it to its token's sums, and tells who watches. `token` is the row as it was before,
 * locked by the caller, who keeps the counts of events.
 */
export const recordTrade = async (
  tx: Executor,
  token: TokenRow,
  trade: Omit<typeof trades.$inferSelect, "mint">,
  after: AfterTrade,
): Promise<void> => {
  const row = { ...trade, mint: token.mint };
  await tx.insert(trades).values(row);
  await tx
    .update(tokens)
    .set({
      supply: after.supply,
      reserve: after.reserve,
      price: trade.priceAfter,
      volume: lamports(token.volume + trade.value),
      rankedVolume: lamports(trade.isRanked ? token.rankedVolume + trade.value : token.rankedVolume),
    })
    .where(eq(tokens.mint, token.mint));
  const { mint } = token;
  await writeEvent(tx, "trade.indexed", { mint, signature: trade.signature, frame: tradeFrame(row, after) });
};
