import type { SwapQuote } from "@tribe/chain/swap";
import type { SwapAmounts } from "@tribe/domain/pool";

/**
 * Compares the quote at the preparation with the one that the person saw at Next, and keeps the promised minimum output. A price
 * that moved within the slippage is accepted; one that moved further must be confirmed again instead of failing on chain.
 * @returns null if it moved too far, or another order was quoted
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
