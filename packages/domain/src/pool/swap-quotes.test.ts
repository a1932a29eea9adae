import { lamports } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newTokenUnits } from "./migration.ts";
import { buyFromPool, type Pool, sellToPool } from "./pool.ts";
import { quotePool, type SwapOrder } from "./swap-quotes.ts";

const pool: Pool = { lamports: lamports(85_000_000_000n), tokens: newTokenUnits(2_080_545_000_000_000n) };
const rates = { liquidityBps: 20, creatorBps: 40, platformBps: 40 };
const buy = (input: bigint): SwapOrder => ({ direction: "buy", input: lamports(input) });
const sell = (input: bigint): SwapOrder => ({ direction: "sell", input: newTokenUnits(input) });

const quoted = (order: SwapOrder, slippageBps: number) => {
  const quote = quotePool({ pool, rates, order, slippageBps });
  if (quote.kind === "refused") throw new Error(quote.reason);
  return quote;
};

describe("a pool's quote", () => {
  test("is what the pool would do, with each fee and the minimum by slippage", () => {
    const quote = quoted(buy(1_000_000_000n), 500);
    const swap = buyFromPool(pool, rates, lamports(1_000_000_000n), newTokenUnits(0n));
    if (swap.kind === "refused") throw new Error("a swap is expected");
    expect(quote.amounts.output).toBe(swap.output);
    expect(quote.amounts.minOutput).toBe((swap.output * 9_500n) / 10_000n);
    expect(quote.fees).toEqual({ liquidity: 2_000_000n, creator: 4_000_000n, platform: 4_000_000n });
    // 0.99 SOL on 85 SOL: 0.99 / 85.99, rounded up
    expect(quote.priceImpactBps).toBe(116);
  });

  test("of a sell gives lamports after all fees", () => {
    const quote = quoted(sell(10n ** 12n), 100);
    expect(quote.amounts).toEqual({
      direction: "sell",
      input: 10n ** 12n,
      output: 40_426_701n,
      minOutput: 40_022_433n,
    });
    expect(quote.priceImpactBps).toBe(5);
  });

  test("without slippage requires exactly the output, with unlimited slippage at least one unit", () => {
    const exact = quoted(buy(10n ** 9n), 0);
    expect(exact.amounts.minOutput).toBe(exact.amounts.output);
    expect(quoted(buy(10n ** 9n), 10_000).amounts.minOutput).toBe(1n);
  });

  test("of nothing, or of too little to yield anything, is refused as the program refuses it", () => {
    for (const order of [buy(0n), sell(0n)])
      expect(quotePool({ pool, rates, order, slippageBps: 500 })).toMatchObject({ kind: "refused", code: 6100 });
    expect(quotePool({ pool, rates, order: sell(1n), slippageBps: 500 })).toMatchObject({ code: 6003 });
  });

  test("is filled by the pool at its own minimum, for any pool and amount", () => {
    const anyPool = fc.record({
      lamports: fc.bigInt(1n, 10n ** 14n).map(lamports),
      tokens: fc.bigInt(1n, 8n * 10n ** 15n).map(newTokenUnits),
    });
    const amount = fc.bigInt(1n, 10n ** 14n);
    fc.assert(
      fc.property(
        anyPool,
        amount,
        fc.boolean(),
        fc.integer({ min: 0, max: 10_000 }),
        (any, input, isBuy, slippageBps) => {
          const quote = quotePool({ pool: any, rates, order: isBuy ? buy(input) : sell(input), slippageBps });
          if (quote.kind === "refused") return;
          const { amounts } = quote;
          const swap =
            amounts.direction === "buy"
              ? buyFromPool(any, rates, amounts.input, amounts.minOutput)
              : sellToPool(any, rates, amounts.input, amounts.minOutput);
          expect(swap).toMatchObject({ kind: "swapped", output: amounts.output });
          expect(quote.priceImpactBps).toBeGreaterThanOrEqual(0);
          expect(quote.priceImpactBps).toBeLessThanOrEqual(10_000);
        },
      ),
    );
  });
});
