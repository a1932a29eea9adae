import { insufficientSolText, onlyLeftText, orderTexts, texts, tooSmallText } from "@tribe/domain/words";
import type { TradeProblem } from "./assessment.ts";

/** The message for a problem that prevents a trade. */
export const problemWords = (problem: TradeProblem, symbol: string): string => {
  switch (problem.kind) {
    case "walletNotReady":
      return texts.walletNotReady;
    case "priceUnknown":
      return texts.priceCalculating;
    case "affiliateNeedsReferral":
      return texts.affiliateNeedsReferral;
    case "insufficientSol":
      return insufficientSolText(problem.required);
    case "insufficientTokens":
      return texts.insufficientTokens;
    case "finalTokens":
      return problem.sellable === 0n ? texts.finalTokens : orderTexts.someAreFinal(problem.sellable, symbol);
    case "closed":
      return orderTexts.curveFull;
    case "tooSmall":
      return tooSmallText;
    case "onlyLeft":
      return onlyLeftText(problem.tokens, symbol);
  }
};
