import { texts } from "@tribe/domain/words";
import { insufficientSolWords, tooSmallWords } from "../../shared/trading/amount/amount-words.ts";
import type { SwapProblem } from "./assess-swap.ts";

/** The words for what stands in the way of a swap. */
export const swapProblemWords = (problem: SwapProblem): string => {
  switch (problem.kind) {
    case "noPool":
      return `${texts.swapUnavailable}. ${texts.notMigrated}`;
    case "noRoute":
      return "No one can fill a swap this large right now. Try a smaller amount.";
    case "tooSmall":
      return tooSmallWords;
    case "priceUnknown":
      return texts.priceCalculating;
    case "insufficientSol":
      return insufficientSolWords(problem.required);
    case "insufficientTokens":
      return texts.insufficientTokens;
  }
};
