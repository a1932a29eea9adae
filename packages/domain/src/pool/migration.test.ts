import { lamports, tokenUnits } from "@tribe/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { marketValueOnCurve, unitPrice } from "../curve/curve.ts";
import { anyCurve } from "../testing.ts";
import {
  convertedUnits,
  marketValueInPool,
  migrationOf,
  newSupplyUnits,
  newTokenUnits,
  oldSupply,
  oldUnitsWorth,
} from "./migration.ts";
import { poolValue } from "./pool.ts";

const anyClosed = fc
  .record({
    curve: anyCurve,
    bonus: fc.oneof(fc.constantFrom(0n, 10n ** 9n, 2n * 10n ** 9n), fc.bigInt(0n, 15n * 10n ** 9n)),
    surplus: fc.bigInt(0n, 10n ** 9n),
  })
  .map(({ curve, bonus, surplus }) => ({
    ...curve,
    referralBonus: tokenUnits(bonus),
    reserve: lamports(85_000_000_000n + surplus),
  }));

const defaultCurve = {
  xMax: tokenUnits(2_943_512_507_830n),
  floor: tokenUnits(150_000_000_000n),
  referralBonus: tokenUnits(0n),
  reserve: lamports(85_000_000_000n),
  coefficient: 100_000_000n,
};

test("a default curve converts at 2,119, and its pool opens at the price of its last token", () => {
  const { rate, pool, vault } = migrationOf(defaultCurve);
  expect(rate).toBe(2_119n);
  expect(pool + vault).toBe(newSupplyUnits);
  // a thousand old tokens are worth the same after conversion as at the end of the curve
  const converted = convertedUnits(tokenUnits(10n ** 12n), rate);
  const worth = poolValue({ lamports: defaultCurve.reserve, tokens: pool }, converted);
  expect(worth / 1_000n).toBe(unitPrice(defaultCurve.xMax, defaultCurve.coefficient));
});

test("every old token converts, and no higher rate fits the supply", () => {
  fc.assert(
    fc.property(anyClosed, (curve) => {
      const { rate, pool, vault } = migrationOf(curve);
      const supply = oldSupply(curve);
      expect(convertedUnits(supply, rate)).toBeLessThanOrEqual(vault);
      expect(pool + vault).toBe(newSupplyUnits);
      // (rate + 1)·(S + reserve/p) exceeds the supply: all times xMax²
      const square = curve.xMax * curve.xMax;
      const shared = supply * square + curve.reserve * curve.coefficient * 10n ** 18n;
      expect((rate + 1n) * shared).toBeGreaterThan(newSupplyUnits * square);
    }),
  );
});

test("the pool opens at the curve's last price, to one base unit of its tokens", () => {
  fc.assert(
    fc.property(anyClosed, (curve) => {
      const { rate, pool } = migrationOf(curve);
      // reserve/pool ≤ p/rate < reserve/(pool − 1), all times pool, rate and the divisor of p
      const exact = rate * curve.reserve * curve.coefficient * 10n ** 18n;
      const square = curve.xMax * curve.xMax;
      expect(pool * square).toBeGreaterThanOrEqual(exact);
      expect((pool - 1n) * square).toBeLessThan(exact);
    }),
  );
});

test("an impossible curve is refused", () => {
  const nothing = tokenUnits(0n);
  expect(() => migrationOf({ ...defaultCurve, xMax: nothing, floor: nothing })).toThrow(RangeError);
  expect(() => migrationOf({ ...defaultCurve, xMax: nothing })).toThrow(RangeError);
  expect(() => newTokenUnits(-1n)).toThrow(RangeError);
});

test("the market value does not jump at migration: it differs only by the rate's rounding", () => {
  fc.assert(
    fc.property(anyClosed, (curve) => {
      const { rate, pool } = migrationOf(curve);
      const price = unitPrice(curve.xMax, curve.coefficient);
      const before = marketValueOnCurve({ ...curve, x: curve.xMax }, curve.referralBonus);
      const after = marketValueInPool(price, rate, pool);
      // The vault also has the remainder of ⌊8·10¹⁵ / …⌋: less than one old unit in `rate`.
      const rounding = (price * newSupplyUnits) / (rate * rate * 10n ** 9n);
      expect(after - before).toBeGreaterThanOrEqual(-(before / 1_000_000n) - 2n);
      expect(after - before).toBeLessThanOrEqual(rounding + 2n);
    }),
  );
});

test("new tokens are worth the old ones they came from, and remainders never round up", () => {
  const rate = 2_119n;
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.bigInt({ min: 0n, max: rate - 1n }), (old, rest) => {
      const converted = convertedUnits(tokenUnits(old), rate);
      expect(oldUnitsWorth(newTokenUnits(converted + rest), rate)).toBe(old);
    }),
  );
  expect(() => oldUnitsWorth(newTokenUnits(1n), 0n)).toThrow(RangeError);
});
