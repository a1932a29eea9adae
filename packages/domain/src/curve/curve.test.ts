import { tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cubeRoot } from "../money/integers.ts";
import { anyCurve } from "../testing.ts";
import {
  costOfBuy,
  curveProgressBps,
  marketValueOnCurve,
  maxPosition,
  proceedsOfSell,
  tokensForValue,
  unitPrice,
} from "./curve.ts";

const floor = 150_000_000_000n;

describe("the curve", () => {
  test("prices the first token of the default curve at 0.000225 SOL", () => {
    expect(unitPrice(floor, 100_000_000n)).toBe(225_000n);
  });

  test("has the market value of the tokens people hold, at the current price: zero at its floor, which belongs to nobody", () => {
    const fresh = {
      x: tokenUnits(floor),
      floor: tokenUnits(floor),
      xMax: tokenUnits(floor * 20n),
      coefficient: 100_000_000n,
    };
    expect(marketValueOnCurve(fresh, tokenUnits(0n))).toBe(0n);
    // 50 tokens at 200²/10⁸ = 0.0004 SOL
    const grown = { ...fresh, x: tokenUnits(200_000_000_000n) };
    expect(marketValueOnCurve(grown, tokenUnits(0n))).toBe(20_000_000n);
    // and the inviter's one token
    expect(marketValueOnCurve(grown, tokenUnits(1_000_000_000n))).toBe(20_400_000n);
  });

  test("stays within 128 bits up to its closing at the largest coefficient", () => {
    expect(maxPosition(floor, 1_300_000_000n) ** 3n).toBeLessThan(2n ** 128n);
  });

  test("closes after 85 SOL, and one unit more would cost more than that", () => {
    const xMax = maxPosition(floor, 100_000_000n);
    expect(costOfBuy(floor, xMax - floor, 100_000_000n)).toBe(85_000_000_000n);
    expect(costOfBuy(floor, xMax - floor + 10n ** 9n, 100_000_000n)).toBeGreaterThan(85_000_000_000n);
  });

  test("progress runs from 0 to 10,000", () => {
    fc.assert(
      fc.property(anyCurve, (curve) => {
        expect(curveProgressBps({ ...curve, x: curve.floor })).toBe(0);
        expect(curveProgressBps({ ...curve, x: curve.xMax })).toBe(10_000);
        const progress = curveProgressBps(curve);
        expect(progress >= 0 && progress <= 10_000).toBe(true);
      }),
    );
  });

  test("never pays more for tokens that were just bought than they cost", () => {
    fc.assert(
      fc.property(anyCurve, fc.bigInt(0n, 10n ** 13n), ({ x, coefficient }, amount) => {
        expect(proceedsOfSell(x + amount, amount, coefficient)).toBeLessThanOrEqual(costOfBuy(x, amount, coefficient));
      }),
    );
  });

  test("splitting a buy never makes it cheaper, and splitting a sell never pays more", () => {
    fc.assert(
      fc.property(anyCurve, fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), ({ x, coefficient: c }, a, b) => {
        expect(costOfBuy(x, a, c) + costOfBuy(x + a, b, c)).toBeGreaterThanOrEqual(costOfBuy(x, a + b, c));
        const top = x + a + b;
        expect(proceedsOfSell(top, b, c) + proceedsOfSell(top - b, a, c)).toBeLessThanOrEqual(
          proceedsOfSell(top, a + b, c),
        );
      }),
    );
  });

  test("costs and prices grow with amount and position", () => {
    fc.assert(
      fc.property(anyCurve, fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), ({ x, coefficient: c }, a, more) => {
        expect(costOfBuy(x, a + more, c)).toBeGreaterThanOrEqual(costOfBuy(x, a, c));
        expect(costOfBuy(x + more, a, c)).toBeGreaterThanOrEqual(costOfBuy(x, a, c));
        expect(unitPrice(x + more, c)).toBeGreaterThanOrEqual(unitPrice(x, c));
      }),
    );
  });

  test("a value buys as much as it can pay for, to the unit", () => {
    fc.assert(
      fc.property(anyCurve, fc.bigInt(0n, 10n ** 12n), ({ x, coefficient: c }, value) => {
        const tokens = tokensForValue(x, value, c);
        expect(costOfBuy(x, tokens, c)).toBeLessThanOrEqual(value);
        expect(costOfBuy(x, tokens + 1n, c)).toBeGreaterThan(value);
      }),
    );
  });
});

test("the cube root is exact at and around perfect cubes and everywhere else", () => {
  expect([0n, 1n, 7n, 8n, 9n, 26n, 27n].map(cubeRoot)).toEqual([0n, 1n, 1n, 2n, 2n, 2n, 3n]);
  expect(() => cubeRoot(-1n)).toThrow(RangeError);
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 140n), (n) => {
      const root = cubeRoot(n);
      expect(root ** 3n <= n && (root + 1n) ** 3n > n).toBe(true);
      expect(cubeRoot(root ** 3n)).toBe(root);
    }),
  );
});
