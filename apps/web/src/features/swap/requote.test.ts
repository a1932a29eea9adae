import type { SwapQuote } from "@tribe/chain/swap";
import { addressSchema, lamports, newTokenUnits, tokenIdSchema } from "@tribe/contract";
import { buyFromPool, type Pool, quotePool, type SwapOrder, sellToPool } from "@tribe/domain/pool";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { requote } from "./requote.ts";

const newMint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const rates = { liquidityBps: 30, creatorBps: 50, platformBps: 20 };
const quoteIn = (pool: Pool, order: SwapOrder, slippageBps: number): SwapQuote | null => {
  const quoted = quotePool({ pool, rates, order, slippageBps });
  if (quoted.kind === "refused") return null;
  return { ...quoted, request: { tokenId: z.decode(tokenIdSchema, "1"), newMint, order, slippageBps }, route: null };
};
const anyPool = fc
  .tuple(fc.bigInt(10n ** 9n, 10n ** 12n), fc.bigInt(10n ** 12n, 8n * 10n ** 15n))
  .map(([sol, tokens]): Pool => ({ lamports: lamports(sol), tokens: newTokenUnits(tokens) }));
const anyOrder: fc.Arbitrary<SwapOrder> = fc.oneof(
  fc.bigInt(1n, 10n ** 12n).map((input) => ({ direction: "buy" as const, input: lamports(input) })),
  fc.bigInt(1n, 10n ** 15n).map((input) => ({ direction: "sell" as const, input: newTokenUnits(input) })),
);

it("keeps the promised minimum output, and is null exactly if the pool no longer gives it", () => {
  fc.assert(
    fc.property(anyPool, anyPool, anyOrder, fc.integer({ min: 0, max: 10_000 }), (then, now, order, slippageBps) => {
      const seen = quoteIn(then, order, slippageBps);
      const fresh = quoteIn(now, order, slippageBps);
      if (!seen || !fresh) return;
      const kept = requote(seen, fresh);
      const { minOutput } = seen.amounts;
      const swap =
        order.direction === "buy"
          ? buyFromPool(now, rates, order.input, newTokenUnits(minOutput))
          : sellToPool(now, rates, order.input, lamports(minOutput));
      expect(kept === null).toBe(swap.kind === "refused");
      if (kept) expect(kept.amounts).toEqual({ ...fresh.amounts, minOutput });
    }),
  );
});

it("is null for the quote of another order", () => {
  const pool: Pool = { lamports: lamports(10n ** 11n), tokens: newTokenUnits(10n ** 15n) };
  const quote = (input: bigint) => quoteIn(pool, { direction: "buy", input: lamports(input) }, 500);
  const [seen, more] = [quote(10n ** 9n), quote(2n * 10n ** 9n)];
  if (!seen || !more) throw new Error("both are quoted");
  expect(requote(seen, more)).toBeNull();
  expect(requote(seen, seen)).toEqual(seen);
});
