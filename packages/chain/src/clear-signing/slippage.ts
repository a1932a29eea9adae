/** From here on a wallet warns in red, and from there on it wants the person's word for it; basis points. */
export const slippageLimits = { warning: 500, typed: 2_500 } as const;

/** How loudly less than the wallet's own quote is said. */
export type SlippageLevel = "fine" | "warning" | "typed";

/**
 * By how much less than quoted may come and the trade still goes through: (quote − minimum) / quote in basis points, rounded
 * down, as the minimum itself was; 0 when the minimum is above the quote. @throws RangeError for a quote of nothing.
 */
export const impliedSlippageBps = (quote: bigint, minimum: bigint): number => {
  if (quote <= 0n) throw new RangeError("nothing is quoted");
  return minimum >= quote ? 0 : Number(((quote - minimum) * 10_000n) / quote);
};

/** How loud a slippage is: at the limits themselves still the quieter. */
export const slippageLevel = (bps: number): SlippageLevel =>
  bps > slippageLimits.typed ? "typed" : bps > slippageLimits.warning ? "warning" : "fine";
