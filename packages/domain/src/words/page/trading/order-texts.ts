import { formatAmount } from "../../../money/index.ts";
import { texts } from "../../texts.ts";

/** What an order is, and why it is impossible, beyond the specification's sentences. */
export const orderTexts = {
  /** What was ordered, above the wallet's box. Amounts are already formatted, with their symbol. */
  buying: (amount: string): string => `Buying ${amount}`,
  buyingFor: (symbol: string, sol: string): string => `Buying ${symbol} for ${sol} SOL`,
  selling: (amount: string): string => `Selling ${amount}`,
  curveFull: "All tokens are sold. Trading is moving to its pool.",
  /** @param sellable base units, above zero */
  someAreFinal: (sellable: bigint, symbol: string): string =>
    `${texts.finalTokens}. At most ${formatAmount(sellable)} ${symbol} can be sold now.`,
  /** @param missing an amount with its symbol */
  tooFewLeft: (missing: string): string => `The chat takes ${missing} more, and fewer are left to buy.`,
} as const;
