import { newTokenUnits, type TokenProfile, type TokenUnits } from "@tribe/contract";
import { amountsOf, formatCost, formatExact, neededFormat } from "@tribe/domain/money";
import { lamportsFor, poolEntryOffer } from "@tribe/domain/pool";
import { swapTexts } from "@tribe/domain/words";
import type { SeatPurchase } from "../../shared/trading/form/venue.ts";
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

/** What certainly brings so much for a seat, in SOL; null where no amount does. @param units old base units */
export const poolPurchase = (token: TokenProfile, units: TokenUnits, slippageBps: number): SeatPurchase | null => {
  const { pool, conversionRate: rate } = token;
  if (!pool || !rate) return null;
  const lamports = lamportsFor(newTokenUnits(units * rate), { pool, rates: pool, slippageBps });
  return lamports === null ? null : { amountText: formatExact(lamports), lamports };
};
