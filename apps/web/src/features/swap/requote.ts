import type { SwapQuote } from "@tribe/chain/swap";
import type { SwapAmounts } from "@tribe/domain/pool";

/**
 * A quote at the preparation against the one that the person saw at Next. What the person was promised at the least stays
 * the least: a price that moved within the slippage is taken, one that moved further asks again instead of failing.
 * @returns null when it moved too far, or another order was quoted.
 */
export const requote = (seen: SwapQuote, fresh: SwapQuote): SwapQuote | null => {
  const isSameOrder = fresh.amounts.direction === seen.amounts.direction && fresh.amounts.input === seen.amounts.input;
  if (!isSameOrder || fresh.amounts.output < seen.amounts.minOutput) return null;
  return { ...fresh, amounts: withMin(fresh.amounts, seen.amounts) };
};

const withMin = (fresh: SwapAmounts, seen: SwapAmounts): SwapAmounts => {
  if (fresh.direction === "buy" && seen.direction === "buy") return { ...fresh, minOutput: seen.minOutput };
  if (fresh.direction === "sell" && seen.direction === "sell") return { ...fresh, minOutput: seen.minOutput };
  return fresh;
};
