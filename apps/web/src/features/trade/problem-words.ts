import { formatAmount } from "@tribe/domain/money";
import { texts } from "@tribe/domain/words";
import { insufficientSolWords, onlyLeftWords, tooSmallWords } from "../../shared/trading/amount/amount-words.ts";
import type { TradeProblem } from "./assessment.ts";

/** The words for what stands in the way. */
export const problemWords = (problem: TradeProblem, symbol: string): string => {
  switch (problem.kind) {
    case "walletNotReady":
      return texts.walletNotReady;
    case "priceUnknown":
      return texts.priceCalculating;
    case "affiliateNeedsReferral":
      return texts.affiliateNeedsReferral;
    case "insufficientSol":
      return insufficientSolWords(problem.required);
    case "insufficientTokens":
      return texts.insufficientTokens;
    case "finalTokens":
      return problem.sellable === 0n
        ? texts.finalTokens
        : `${texts.finalTokens}. At most ${formatAmount(problem.sellable)} ${symbol} can be sold now.`;
    case "closed":
      return "This curve is full. The token is moving to its liquidity pool.";
    case "tooSmall":
      return tooSmallWords;
    case "onlyLeft":
      return onlyLeftWords(problem.tokens);
  }
};
