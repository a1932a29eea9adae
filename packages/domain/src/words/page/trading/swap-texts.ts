import { texts } from "../../texts.ts";

/** Why a swap can't go on, where one of the specification's sentences alone doesn't say it. */
export const swapTexts = {
  noRoute: "No one can fill a swap this large right now. Try a smaller amount.",
  noPool: `${texts.swapUnavailable}. ${texts.notMigrated}`,
  slippageTooHigh: "With this slippage no amount is sure to get you in. Lower it.",
} as const;
