import { lamports, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCurve, anyRates, openCurve } from "../testing.ts";
import { fillBuy, fillSell, tokensForBudget, totalOfBuy } from "./orders.ts";

const amount = fc.bigInt(1n, 10n ** 13n);
const budget = fc.bigInt(0n, 10n ** 12n);

describe("buys", () => {
  test("a budget is never exceeded and never leaves enough for one more unit", () => {
    fc.assert(
      fc.property(anyCurve, budget, anyRates, ({ x, coefficient }, sol, rates) => {
        const tokens = tokensForBudget(x, sol, coefficient, rates);
        if (tokens > 0n) expect(totalOfBuy(x, tokens, coefficient, rates)).toBeLessThanOrEqual(sol);
        expect(totalOfBuy(x, tokens + 1n, coefficient, rates)).toBeGreaterThan(sol);
      }),
    );
  });

  test("fill the order if the maximum pays for it, never charge more, and never pass the curve's end", () => {
    fc.assert(
      fc.property(openCurve, amount, budget, anyRates, (curve, tokens, sol, rates) => {
        const order = { tokens: tokenUnits(tokens), maxLamports: lamports(sol), minTokens: tokenUnits(0n) };
        const fill = fillBuy(curve, order, rates);
        if (fill.kind === "refused") {
          expect(totalOfBuy(curve.x, 1n, curve.coefficient, rates)).toBeGreaterThan(sol);
          return;
        }
        expect(fill.total).toBeLessThanOrEqual(sol);
        expect(fill.total).toBe(totalOfBuy(curve.x, fill.tokens, curve.coefficient, rates));
        expect(fill.tokens).toBeLessThanOrEqual(tokens);
        expect(fill.xAfter).toBeLessThanOrEqual(curve.xMax);
        if (totalOfBuy(curve.x, tokens, curve.coefficient, rates) <= sol && curve.x + tokens <= curve.xMax)
          expect(fill.tokens).toBe(tokens);
      }),
    );
  });

  test("check slippage before they are clipped at the end of the curve", () => {
    fc.assert(
      fc.property(openCurve, anyRates, (curve, rates) => {
        const wanted = tokenUnits(curve.xMax - curve.x + 1_000n);
        const maxLamports = totalOfBuy(curve.x, wanted, curve.coefficient, rates);
        const fill = fillBuy(curve, { tokens: wanted, maxLamports, minTokens: wanted }, rates);
        expect(fill).toMatchObject({ kind: "filled", clipped: true, xAfter: curve.xMax });
      }),
    );
  });

  test("are refused when the curve is closed, for zero tokens, or below the minimum", () => {
    fc.assert(
      fc.property(openCurve, anyRates, (curve, rates) => {
        const order = { tokens: tokenUnits(10n), maxLamports: lamports(10n ** 12n), minTokens: tokenUnits(11n) };
        expect(fillBuy(curve, order, rates)).toMatchObject({ code: 6002 });
        expect(fillBuy(curve, { ...order, tokens: tokenUnits(0n) }, rates)).toMatchObject({ code: 6008 });
        expect(fillBuy({ ...curve, x: curve.xMax }, order, rates)).toMatchObject({ code: 6006 });
      }),
    );
  });
});

describe("sells", () => {
  test("of tokens that were just bought never end with a profit, at any fees", () => {
    fc.assert(
      fc.property(openCurve, amount, anyRates, (curve, tokens, rates) => {
        const open = { tokens: tokenUnits(tokens), maxLamports: lamports(10n ** 30n), minTokens: tokenUnits(0n) };
        const bought = fillBuy(curve, open, rates);
        if (bought.kind === "refused") return;
        // A curve that this buy closed accepts no sells; treat it as one unit longer.
        const after = { ...curve, x: bought.xAfter, xMax: tokenUnits(curve.xMax + 1n) };
        const sold = fillSell(after, { tokens: bought.tokens, minLamports: lamports(0n) }, rates);
        expect(sold.kind === "filled" && sold.total <= bought.total).toBe(true);
      }),
    );
  });

  test("stop at the final tokens and at the minimum after fees", () => {
    fc.assert(
      fc.property(openCurve, anyRates, (curve, rates) => {
        const all = tokenUnits(curve.x - curve.floor);
        const sell = (tokens: bigint, minLamports: bigint) =>
          fillSell(curve, { tokens: tokenUnits(tokens), minLamports: lamports(minLamports) }, rates);
        expect(sell(all + 1n, 0n)).toMatchObject({ code: 6007 });
        if (all === 0n) return;
        const fill = sell(all, 0n);
        if (fill.kind !== "filled") throw new Error("all above the floor can be sold");
        expect(fill.xAfter).toBe(curve.floor);
        expect(fill.total).toBe(fill.value - fill.fees.total);
        expect(sell(all, fill.total)).toMatchObject({ kind: "filled" });
        expect(sell(all, fill.total + 1n)).toMatchObject({ code: 6003 });
      }),
    );
  });
});
