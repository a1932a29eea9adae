import type { SwapQuote, SwapUnavailableReason } from "@tribe/chain/swap";
import { addressSchema, lamports, newTokenUnits, tokenIdSchema } from "@tribe/contract";
import { formatExact } from "@tribe/domain/money";
import { quotePool, type SwapOrder } from "@tribe/domain/pool";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { affordableSol, assessSwap, type SwapInput, swapOrderOf } from "./assess-swap.ts";
import { swapProblemWords } from "./swap-words.ts";

const newMint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const pool = { lamports: lamports(85n * 10n ** 9n), tokens: newTokenUnits(2n * 10n ** 15n) };
const rates = { liquidityBps: 30, creatorBps: 50, platformBps: 20 };

const quoteOf = (order: SwapOrder, slippageBps = 500): SwapQuote => {
  const quoted = quotePool({ pool, rates, order, slippageBps });
  if (quoted.kind === "refused") throw new Error(quoted.reason);
  const request = { tokenId: z.decode(tokenIdSchema, "1"), newMint, order, slippageBps };
  return { ...quoted, request, route: null };
};
const buying: SwapInput = {
  direction: "buy",
  amountText: "1",
  quote: quoteOf({ direction: "buy", input: lamports(10n ** 9n) }),
  balance: lamports(2n * 10n ** 9n),
  holding: newTokenUnits(0n),
  hasTokenAccount: false,
};
const selling: SwapInput = {
  direction: "sell",
  amountText: "1000",
  quote: quoteOf({ direction: "sell", input: newTokenUnits(10n ** 9n) }),
  balance: lamports(10n ** 9n),
  holding: newTokenUnits(10n ** 9n),
  hasTokenAccount: true,
};
const unavailable = (reason: SwapUnavailableReason): SwapInput => ({
  ...buying,
  quote: { kind: "unavailable", reason },
});

describe("the assessment of a swap", () => {
  it("is ready only with the provider's quote", () => {
    expect(assessSwap(buying)).toMatchObject({ problem: null, ready: buying.quote });
    expect(assessSwap(selling)).toMatchObject({ problem: null, ready: selling.quote });
    expect(assessSwap({ ...buying, quote: null })).toMatchObject({ problem: null, ready: null });
  });

  it("computes the most that a buy can spend, exact to the lamport", () => {
    const balance = lamports(2n * 10n ** 9n);
    const max = affordableSol(balance, false);
    const at = (sol: bigint) => assessSwap({ ...buying, balance, amountText: formatExact(sol) }).problem;
    expect(at(max ?? 0n)).toBeNull();
    expect(at((max ?? 0n) + 1n)).toMatchObject({ kind: "insufficientSol" });
    expect(affordableSol(balance, true)).toBeGreaterThan(max ?? 0n);
    expect(affordableSol(lamports(1_000n), true)).toBeNull();
    expect(affordableSol(null, true)).toBeNull();
  });

  it("includes the network fee, the rent and the wallet's minimum in the SOL that a buy needs", () => {
    const { costs } = assessSwap(buying);
    const needed = 10n ** 9n + (costs?.network ?? 0n) + (costs?.rent ?? 0n) + 890_880n;
    expect(costs).toMatchObject({ rent: 2_074_080n, maxSpend: needed - 890_880n });
    expect(assessSwap({ ...buying, balance: lamports(needed) }).problem).toBeNull();
    expect(assessSwap({ ...buying, balance: lamports(needed - 1n) })).toMatchObject({
      problem: { kind: "insufficientSol", required: needed },
      ready: null,
    });
    expect(assessSwap({ ...buying, hasTokenAccount: true }).costs?.rent).toBe(0n);
  });

  it("reports 'Insufficient tokens' before the quote has arrived", () => {
    const { problem } = assessSwap({ ...selling, amountText: "1000.0001", quote: null });
    expect(problem && swapProblemWords(problem)).toBe("Insufficient tokens");
  });

  it("requires SOL for the network fee of a sale", () => {
    expect(assessSwap({ ...selling, balance: lamports(890_000n) }).problem?.kind).toBe("insufficientSol");
  });

  it("reports why there is no quote", () => {
    const words = (["no_pool", "no_route", "zero", "unreachable", "timeout", "rate_limited"] as const).map((reason) => {
      const { problem } = assessSwap(unavailable(reason));
      return problem && swapProblemWords(problem);
    });
    expect(words).toEqual([
      "Swap is not available for this token. This token has not been migrated to liquidity pools yet.",
      "No one can fill a swap this large right now. Try a smaller amount.",
      "This amount is too small to trade",
      ...Array.from({ length: 3 }, () => "Price is calculating, please try again later"),
    ]);
  });

  it("reports no problem for an empty amount or 0", () => {
    for (const amountText of ["", "0", "0."])
      expect(assessSwap({ ...buying, amountText, balance: lamports(0n) })).toEqual({
        problem: null,
        costs: null,
        ready: null,
      });
  });
});

it("reads SOL with 9 decimals and new tokens with 6", () => {
  expect(swapOrderOf("buy", "1.5")).toEqual({ direction: "buy", input: 1_500_000_000n });
  expect(swapOrderOf("sell", "1.5")).toEqual({ direction: "sell", input: 1_500_000n });
  expect(swapOrderOf("sell", "0.000001")).toEqual({ direction: "sell", input: 1n });
  expect(swapOrderOf("sell", "0.0000009")).toBeNull();
  expect(swapOrderOf("buy", "one")).toBeNull();
});
