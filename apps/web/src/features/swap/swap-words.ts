import { insufficientSolText, swapTexts, texts, tooSmallText } from "@tribe/domain/words";
import type { SwapProblem } from "./assess-swap.ts";

/** The message for a problem that prevents a swap. */
export const swapProblemWords = (problem: SwapProblem): string => {
  switch (problem.kind) {
    case "noPool":
      return swapTexts.noPool;
    case "noRoute":
      return swapTexts.noRoute;
    case "tooSmall":
      return tooSmallText;
    case "priceUnknown":
      return texts.priceCalculating;
    case "insufficientSol":
      return insufficientSolText(problem.required);
    case "insufficientTokens":
      return texts.insufficientTokens;
  }
};
