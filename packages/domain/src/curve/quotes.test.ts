import { lamports, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { feeRates, noFlags } from "../money/fees.ts";
import { anyFlags, defaultSchedule, openCurve } from "../testing.ts";
import { maxPosition } from "./curve.ts";
import { fillBuy, fillSell } from "./orders.ts";
import { quoteBuy, quoteSell } from "./quotes.ts";

const floor = tokenUnits(150_000_000_000n);
const fresh = { x: floor, floor, xMax: maxPosition(floor, 100_000_000n), coefficient: 100_000_000n };
const slippage = fc.integer({ min: 0, max: 10_000 });
const common = { fees: defaultSchedule, flags: noFlags, slippageBps: 500 };

describe("a buy of fixed tokens", () => {
  test("orders all of them, and pays at most the quote plus slippage", () => {
    const quote = quoteBuy({
      ...common,
      curve: fresh,
      mode: "BUY_WITH_FIXED_TOKEN",
      tokens: tokenUnits(10_000_000_000n),
    });
    expect(quote).toMatchObject({
      kind: "filled",
      tokens: 10_000_000_000n,
      value: 2_403_334n,
      total: 2_499_466n,
      clipped: false,
      order: { tokens: 10_000_000_000n, minTokens: 10_000_000_000n, maxLamports: 2_624_440n },
    });
  });

  test("of more than is left is a quote for what is left", () => {
    fc.assert(
      fc.property(openCurve, anyFlags, (curve, flags) => {
        const left = curve.xMax - curve.x;
        const quote = quoteBuy({
          ...common,
          curve,
          flags,
          mode: "BUY_WITH_FIXED_TOKEN",
          tokens: tokenUnits(left + 1n),
        });
        expect(quote).toMatchObject({ kind: "filled", tokens: left, clipped: true, order: { tokens: left } });
      }),
    );
  });
});

describe("a buy of fixed SOL", () => {
  test("spends at most the typed amount and accepts no less than the quote minus slippage", () => {
    fc.assert(
      fc.property(openCurve, anyFlags, slippage, fc.bigInt(1n, 10n ** 11n), (curve, flags, slippageBps, sol) => {
        const quote = quoteBuy({
          fees: defaultSchedule,
          flags,
          slippageBps,
          curve,
          mode: "BUY_WITH_FIXED_SOL",
          sol: lamports(sol),
        });
        if (quote.kind === "refused") return;
        expect(quote.total).toBeLessThanOrEqual(sol);
        expect(quote.order.maxLamports).toBe(quote.clipped ? quote.total : sol);
        expect(quote.order.minTokens).toBeLessThanOrEqual(quote.tokens);
      }),
    );
  });

  test("orders no more than the quote plus slippage, and no more than is left", () => {
    const quote = (sol: bigint, slippageBps = 500) =>
      quoteBuy({ ...common, slippageBps, curve: fresh, mode: "BUY_WITH_FIXED_SOL", sol: lamports(sol) });
    expect(quote(1_000_000_000n)).toMatchObject({
      tokens: 513_304_924_927n,
      order: { minTokens: 487_639_678_680n, tokens: 538_970_171_174n },
    });
    const exact = quote(1_000_000_000n, 0);
    if (exact.kind === "refused") throw new Error("it is filled");
    expect(exact.order).toMatchObject({ minTokens: exact.tokens, tokens: exact.tokens });
    const left = fresh.xMax - fresh.x;
    expect(quote(10n ** 12n)).toMatchObject({ tokens: left, clipped: true, order: { tokens: left } });
  });

  test("of more than is left never costs more than the quote, however the curve moves before", () => {
    const elsewhere = fc.bigInt(0n, 10n ** 6n);
    fc.assert(
      fc.property(openCurve, anyFlags, slippage, elsewhere, (curve, flags, slippageBps, share) => {
        const input = { fees: defaultSchedule, flags, slippageBps, curve, mode: "BUY_WITH_FIXED_SOL" } as const;
        const quote = quoteBuy({ ...input, sol: lamports(10n ** 13n) });
        if (quote.kind === "refused" || !quote.clipped) return;
        const moved = { ...curve, x: tokenUnits(curve.floor + ((curve.xMax - curve.floor) * share) / 10n ** 6n) };
        const fill = fillBuy(moved, quote.order, feeRates(defaultSchedule, "buy", flags));
        if (fill.kind === "filled") expect(fill.total).toBeLessThanOrEqual(quote.total);
        // A price below the quote is never refused.
        else expect(moved.x > curve.x).toBe(true);
      }),
    );
  });
});

test("a quote is what the program does with its order", () => {
  fc.assert(
    fc.property(openCurve, anyFlags, slippage, fc.bigInt(1n, 10n ** 12n), (curve, flags, slippageBps, amount) => {
      const input = { fees: defaultSchedule, flags, slippageBps, curve };
      const buys = [
        quoteBuy({ ...input, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(amount) }),
        quoteBuy({ ...input, mode: "BUY_WITH_FIXED_SOL", sol: lamports(amount) }),
      ];
      for (const quote of buys)
        if (quote.kind === "filled")
          expect(fillBuy(curve, quote.order, feeRates(defaultSchedule, "buy", flags))).toMatchObject({
            tokens: quote.tokens,
            total: quote.total,
          });
      const sell = quoteSell({ ...input, tokens: tokenUnits(amount) });
      if (sell.kind === "filled")
        expect(fillSell(curve, sell.order, feeRates(defaultSchedule, "sell", flags))).toMatchObject({
          total: sell.total,
        });
    }),
  );
});

test("price impact grows with the trade and is never below zero", () => {
  fc.assert(
    fc.property(openCurve, fc.bigInt(1n, 10n ** 11n), fc.bigInt(0n, 10n ** 11n), (curve, amount, more) => {
      const impact = (tokens: bigint) => {
        const quote = quoteBuy({ ...common, curve, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(tokens) });
        return quote.kind === "filled" && quote.value > 1_000_000n ? quote.priceImpactBps : null;
      };
      const [small, large] = [impact(amount), impact(amount + more)];
      if (small !== null && large !== null) expect(large).toBeGreaterThanOrEqual(small - 1);
    }),
  );
  const tenth = quoteBuy({
    ...common,
    curve: fresh,
    mode: "BUY_WITH_FIXED_TOKEN",
    tokens: tokenUnits(15_000_000_000n),
  });
  // (1.1³ − 1) / 0.3 = 1.10333…: 10.34 % more than the first token.
  expect(tenth).toMatchObject({ priceImpactBps: 1_034 });
});

test("a sell with unlimited slippage still requires one lamport, as a buy requires one base unit", () => {
  const curve = { ...fresh, x: tokenUnits(fresh.x + 10n ** 12n) };
  const any = { ...common, curve, slippageBps: 10_000 };
  expect(quoteSell({ ...any, tokens: tokenUnits(10n ** 11n) })).toMatchObject({ order: { minLamports: 1n } });
  expect(quoteSell({ ...any, tokens: tokenUnits(1n) })).toMatchObject({ total: 0n, order: { minLamports: 0n } });
});

test("an order that cannot be filled is refused with the program's code", () => {
  const closed = { ...fresh, x: fresh.xMax };
  const buy = (curve: typeof fresh, tokens: bigint) =>
    quoteBuy({ ...common, curve, mode: "BUY_WITH_FIXED_TOKEN", tokens: tokenUnits(tokens) });
  expect(buy(closed, 1n)).toMatchObject({ code: 6006 });
  expect(buy(fresh, 0n)).toMatchObject({ code: 6008 });
  expect(quoteBuy({ ...common, curve: fresh, mode: "BUY_WITH_FIXED_SOL", sol: lamports(0n) })).toMatchObject({
    code: 6002,
  });
  expect(quoteSell({ ...common, curve: fresh, tokens: tokenUnits(1n) })).toMatchObject({ code: 6007 });
});
