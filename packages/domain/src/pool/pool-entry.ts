import {
  type Lamports,
  lamports,
  lamportsPerSol,
  type MembershipState,
  maxSwapBuySol,
  type NewTokenUnits,
  newTokenUnits,
  type TokenUnits,
} from "@tribe/contract";
import { entryWithoutPurchase } from "../membership/entry-without-purchase.ts";
import { inputStepUp } from "../money/amounts.ts";
import type { Pool, PoolRates } from "./pool.ts";
import { quotePool } from "./swap-quotes.ts";

/** The swap dialog's offer to a person who wants to enter the chat. */
export type PoolEntryOffer =
  | { readonly kind: "none" }
  /** The holding is enough; only joining is left. */
  | { readonly kind: "join" }
  /** 'Buy min. to enter chat': lamports, rounded so that they can be typed. */
  | { readonly kind: "buy"; readonly lamports: Lamports }
  /** No amount certainly brings enough at this slippage. */
  | { readonly kind: "outOfReach" };

/**
 * 'Buy min. to enter chat' after the migration. A swap spends exact SOL and yields at least its quote minus slippage, so the
 * offered SOL brings the missing tokens even then: the swap never misses the threshold that was shown.
 */
export const poolEntryOffer = (input: {
  readonly state: MembershipState;
  readonly threshold: TokenUnits;
  /** Old tokens, and new ones at the conversion rate. */
  readonly holding: TokenUnits;
  /** New base units per old base unit. */
  readonly rate: bigint;
  readonly pool: Pool;
  readonly rates: PoolRates;
  readonly slippageBps: number;
}): PoolEntryOffer => {
  const { state, threshold, holding, rate } = input;
  const withoutPurchase = entryWithoutPurchase(state, holding, threshold);
  if (withoutPurchase) return withoutPurchase;
  const sol = lamportsFor(newTokenUnits((threshold - holding) * rate), input);
  return sol === null ? { kind: "outOfReach" } : { kind: "buy", lamports: sol };
};

/** The least amount that can be typed and certainly brings `tokens`; null above what one swap may spend. */
export const lamportsFor = (
  tokens: NewTokenUnits,
  { pool, rates, slippageBps }: { readonly pool: Pool; readonly rates: PoolRates; readonly slippageBps: number },
): Lamports | null => {
  const brings = (input: bigint): boolean => {
    const quote = quotePool({ pool, rates, slippageBps, order: { direction: "buy", input: lamports(input) } });
    return quote.kind === "quoted" && quote.amounts.minOutput >= tokens;
  };
  let enough = maxSwapBuySol * lamportsPerSol;
  if (!brings(enough)) return null;
  // More SOL never brings fewer tokens, so bisection finds the limit.
  for (let tooLittle = 0n; enough - tooLittle > 1n; ) {
    const middle = (enough + tooLittle) / 2n;
    if (brings(middle)) enough = middle;
    else tooLittle = middle;
  }
  return lamports(inputStepUp(enough));
};
