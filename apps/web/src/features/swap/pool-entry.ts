import type { TokenProfile, TokenUnits } from "@tribe/contract";
import { amountsOf, formatCost, formatExact, neededFormat } from "@tribe/domain/money";
import { poolEntryOffer } from "@tribe/domain/pool";
import { swapTexts } from "@tribe/domain/words";
import type { ShownEntryOffer } from "../../shared/trading/seat/EntryRow.tsx";

/**
 * What a person must buy in the pool for a seat; the amount is in SOL. @param holding the holding that counts for a seat, in old
 * base units
 */
export const poolEntry = (token: TokenProfile, holding: TokenUnits, slippageBps: number): ShownEntryOffer => {
  const { pool, conversionRate: rate } = token;
  if (!pool || !rate) return { kind: "none" };
  const offer = poolEntryOffer({
    state: token.subscribeState,
    threshold: token.tradeInfo.entryThresholdTokens,
    holding,
    rate,
    pool,
    rates: pool,
    slippageBps,
  });
  switch (offer.kind) {
    case "none":
    case "join":
      return offer;
    case "buy":
      return {
        kind: "buy",
        amountText: formatExact(offer.lamports),
        price: `${amountsOf(token).named(token.tradeInfo.entryThresholdTokens - holding, neededFormat)} · ${formatCost(offer.lamports)} SOL`,
      };
    case "outOfReach":
      return {
        kind: "outOfReach",
        words: swapTexts.slippageTooHigh,
      };
  }
};
