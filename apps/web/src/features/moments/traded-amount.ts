import type { TokenProfile } from "@tribe/contract";
import { formatAmount, formatNewTokens, typedFormat } from "@tribe/domain/money";
import type { Receipt } from "./receipt.ts";

const size = (units: bigint): bigint => (units < 0n ? -units : units);

/**
 * What a trade has moved of a token, with its symbol: old tokens, or after a migration new ones. Null where that is unknown, and
 * of a conversion, which moves both.
 */
export const tradedAmount = (
  { tokens }: Receipt,
  { mint, newMint, symbol }: Pick<TokenProfile, "mint" | "newMint" | "symbol">,
): string | null => {
  const old = size(tokens.get(mint) ?? 0n);
  const fresh = newMint === null ? 0n : size(tokens.get(newMint) ?? 0n);
  if (old > 0n === fresh > 0n) return null;
  return `${old > 0n ? formatAmount(old, typedFormat) : formatNewTokens(fresh, typedFormat)} ${symbol}`;
};
