import { maxBuyTokens, type TokenProfile, unitsPerToken } from "@tribe/contract";
import { quoteBuy, remainingOnCurve } from "@tribe/domain/curve";
import { entryOffer } from "@tribe/domain/membership";
import { formatAmount, formatCost, formatInputUp, neededFormat, noFlags } from "@tribe/domain/money";
import { orderTexts } from "@tribe/domain/words";
import { curveOf } from "../../shared/tokens/token-facts.ts";
import type { SeatPurchase } from "../../shared/trading/form/venue.ts";
import type { ShownEntryOffer } from "../../shared/trading/seat/EntryRow.tsx";

/** The effect of a buy on the curve on a seat; the amount is in tokens. @param holding base units */
export const curveEntry = (token: TokenProfile, holding: TokenProfile["supply"]): ShownEntryOffer => {
  const offer = entryOffer({
    state: token.subscribeState,
    threshold: token.tradeInfo.entryThresholdTokens,
    holding,
    curve: curveOf(token),
  });
  switch (offer.kind) {
    case "none":
    case "join":
      return offer;
    case "buy":
      return { kind: "buy", amountText: formatInputUp(offer.tokens), price: priceOf(token, offer.tokens) };
    case "outOfReach": {
      const missing = `${formatAmount(offer.tokens, neededFormat)} ${token.symbol}`;
      return { kind: "outOfReach", words: orderTexts.tooFewLeft(missing) };
    }
  }
};

/** The amount and its present cost, fees included. */
const priceOf = (token: TokenProfile, tokens: TokenProfile["supply"]): string => {
  const purchase = curvePurchase(token, tokens);
  const amount = `${formatAmount(tokens, neededFormat)} ${token.symbol}`;
  return purchase ? `${amount} · ${formatCost(purchase.lamports)} SOL` : amount;
};

/** So many tokens on the curve, as they are typed and at what they cost now; null for more than one buy can bring. */
export const curvePurchase = (token: TokenProfile, tokens: TokenProfile["supply"]): SeatPurchase | null => {
  const curve = curveOf(token);
  if (tokens > remainingOnCurve(curve) || tokens > maxBuyTokens * unitsPerToken) return null;
  const mode = "BUY_WITH_FIXED_TOKEN";
  const quote = quoteBuy({ mode, tokens, curve, fees: token.fees, flags: noFlags, slippageBps: 0 });
  return quote.kind === "refused" ? null : { amountText: formatInputUp(tokens), lamports: quote.total };
};
