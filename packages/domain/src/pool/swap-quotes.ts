import { type Lamports, lamports } from "@tribe/contract";
import { divideDown, divideUp, max } from "../money/integers.ts";
import { type NewTokenUnits, newTokenUnits } from "./migration.ts";
import { buyFromPool, type Pool, type PoolRates, type SwapRefusal, sellToPool } from "./pool.ts";

/** The exact input of a swap: lamports, including all fees, or new tokens. */
export type SwapOrder =
  | { readonly direction: "buy"; readonly input: Lamports }
  | { readonly direction: "sell"; readonly input: NewTokenUnits };

/** A swap's order with its output: `minOutput` is the minimum by slippage, after all fees. */
export type SwapAmounts =
  | {
      readonly direction: "buy";
      readonly input: Lamports;
      readonly output: NewTokenUnits;
      readonly minOutput: NewTokenUnits;
    }
  | {
      readonly direction: "sell";
      readonly input: NewTokenUnits;
      readonly output: Lamports;
      readonly minOutput: Lamports;
    };

/** The pool's fees of a swap, in lamports; they are included in the input, or deducted from the output. */
export interface SwapFees {
  readonly liquidity: Lamports;
  readonly creator: Lamports;
  readonly platform: Lamports;
}

/** A swap's result now, as the pool program would compute it. */
export interface PoolQuote {
  readonly kind: "quoted";
  readonly amounts: SwapAmounts;
  readonly fees: SwapFees;
  /** How much worse the average price is than the current one, without fees, in basis points, rounded up. */
  readonly priceImpactBps: number;
}

export interface PoolQuoteInput {
  readonly pool: Pool;
  readonly rates: PoolRates;
  readonly order: SwapOrder;
  /** 0 to 10,000 basis points. */
  readonly slippageBps: number;
}

/**
 * Quotes a swap from the pool's reserves alone, fast enough for every keystroke. The minimum output is rounded down and at
 * least one unit, because the program refuses a minimum of zero.
 * @throws RangeError for an empty pool or rates that leave nothing
 */
export const quotePool = ({ pool, rates, order, slippageBps }: PoolQuoteInput): PoolQuote | SwapRefusal => {
  const minOutputOf = (output: bigint) => max(divideDown(output * BigInt(10_000 - slippageBps), 10_000n), 1n);
  if (order.direction === "buy") {
    const swap = buyFromPool(pool, rates, order.input, newTokenUnits(0n));
    if (swap.kind === "refused") return swap;
    const kept = order.input - swap.liquidity - swap.creator - swap.platform;
    return {
      kind: "quoted",
      amounts: { ...order, output: swap.output, minOutput: newTokenUnits(minOutputOf(swap.output)) },
      fees: feesOf(swap),
      priceImpactBps: impactBps(divideDown(pool.tokens * kept, pool.lamports), swap.output),
    };
  }
  const swap = sellToPool(pool, rates, order.input, lamports(0n));
  if (swap.kind === "refused") return swap;
  const gross = swap.output + swap.liquidity + swap.creator + swap.platform;
  return {
    kind: "quoted",
    amounts: { ...order, output: swap.output, minOutput: lamports(minOutputOf(swap.output)) },
    fees: feesOf(swap),
    priceImpactBps: impactBps(divideDown(pool.lamports * order.input, pool.tokens), gross),
  };
};

const feesOf = ({ liquidity, creator, platform }: SwapFees): SwapFees => ({ liquidity, creator, platform });

const impactBps = (spot: bigint, real: bigint): number =>
  spot === 0n ? 0 : Number(divideUp(max(spot - real, 0n) * 10_000n, spot));
