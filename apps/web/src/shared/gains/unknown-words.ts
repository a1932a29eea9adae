import { formatAmount, formatNewTokens } from "@tribe/domain/money";
import type { Cost } from "../queries/costs.ts";

/**
 * How much of a holding has an unknown cost, because it came by a transfer: "20 of 60 STU". Null when all of it is known; never a 0
 * in its place, which would be a gift's.
 */
export const unknownAmount = (
  { tokens, newTokens }: Pick<Cost, "tokens" | "newTokens">,
  symbol: string,
): string | null => {
  if (newTokens && newTokens.known < newTokens.units)
    return `${formatNewTokens(newTokens.units - newTokens.known)} of ${formatNewTokens(newTokens.units)} ${symbol}`;
  if (tokens.known === tokens.units) return null;
  const name = newTokens ? `old ${symbol}` : symbol;
  return `${formatAmount(tokens.units - tokens.known)} of ${formatAmount(tokens.units)} ${name}`;
};
