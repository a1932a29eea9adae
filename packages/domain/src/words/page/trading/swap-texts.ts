import { texts } from "../../texts.ts";

/** Why a swap is impossible, beyond the specification's sentences. */
export const swapTexts = {
  noRoute: "No one can fill a swap this large right now. Try a smaller amount.",
  noPool: `${texts.swapUnavailable}. ${texts.notMigrated}`,
  slippageTooHigh: "With this slippage no amount is sure to get you in. Lower it.",
} as const;
