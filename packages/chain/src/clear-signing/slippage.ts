/** The slippage above which a wallet warns in red, and above which the person must type a word; basis points. */
export const slippageLimits = { warning: 500, typed: 2_500 } as const;

/** How strongly the wallet warns of a minimum below its own quote. */
export type SlippageLevel = "fine" | "warning" | "typed";

/**
 * How much less than the quote the message accepts: (quote − minimum) / quote in basis points, rounded down, as the minimum
 * was; 0 when the minimum is above the quote. @throws RangeError for a quote of zero
 */
export const impliedSlippageBps = (quote: bigint, minimum: bigint): number => {
  if (quote <= 0n) throw new RangeError("nothing is quoted");
  return minimum >= quote ? 0 : Number(((quote - minimum) * 10_000n) / quote);
};

/** The warning level of a slippage; exactly at a limit the lower level applies. */
export const slippageLevel = (bps: number): SlippageLevel =>
  bps > slippageLimits.typed ? "typed" : bps > slippageLimits.warning ? "warning" : "fine";
