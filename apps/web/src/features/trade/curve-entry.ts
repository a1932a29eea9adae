import type { TokenProfile } from "@tribe/contract";
import { entryOffer, formatAmount, formatInputUp } from "@tribe/domain";
import { curveOf } from "../../shared/token-facts.ts";
import type { ShownEntryOffer } from "../../shared/trading/EntryRow.tsx";

/** What a buy on the curve may do for a seat; the amount is in tokens. @param holding base units */
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
      return { kind: "buy", amountText: formatInputUp(offer.tokens) };
    case "outOfReach": {
      const missing = `${formatAmount(offer.tokens)} ${token.symbol}`;
      return { kind: "outOfReach", words: `The chat takes ${missing} more, and the curve has fewer left.` };
    }
  }
};
