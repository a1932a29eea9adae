import { formatAmount } from "../../../money/index.ts";
import { texts } from "../../texts.ts";

/** Why an order on the curve is impossible, beyond the specification's sentences. */
export const orderTexts = {
  curveFull: "This curve is full. The token is moving to its liquidity pool.",
  /** @param sellable base units, above zero */
  someAreFinal: (sellable: bigint, symbol: string): string =>
    `${texts.finalTokens}. At most ${formatAmount(sellable)} ${symbol} can be sold now.`,
  /** @param missing an amount with its symbol */
  tooFewLeft: (missing: string): string => `The chat takes ${missing} more, and the curve has fewer left.`,
} as const;
