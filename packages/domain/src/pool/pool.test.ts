import { lamports } from "@tribe/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newTokenUnits } from "./migration.ts";
import { buyFromPool, type Pool, type PoolRates, poolValue, sellToPool } from "./pool.ts";

const opened: Pool = { lamports: lamports(85_000_000_000n), tokens: newTokenUnits(2_080_545_000_000_000n) };
const usual: PoolRates = { liquidityBps: 20, creatorBps: 40, platformBps: 40 };
const nothing = newTokenUnits(0n);

const anyPool: fc.Arbitrary<Pool> = fc.record({
  lamports: fc.bigInt(1n, 10n ** 14n).map(lamports),
  tokens: fc.bigInt(1n, 8n * 10n ** 15n).map(newTokenUnits),
});
const part = fc.integer({ min: 0, max: 1_000 });
const anyPoolRates: fc.Arbitrary<PoolRates> = fc.record({ liquidityBps: part, creatorBps: part, platformBps: part });
const sol = fc.bigInt(1n, 10n ** 14n).map(lamports);
const tokens = fc.bigInt(1n, 8n * 10n ** 15n).map(newTokenUnits);

const product = (pool: Pool) => pool.lamports * pool.tokens;

describe("the pool", () => {
  test("deducts its fees in lamports and keeps every rounding", () => {
    const bought = buyFromPool(opened, usual, lamports(1_000_000_001n), nothing);
    expect(bought).toMatchObject({ creator: 4_000_000n, platform: 4_000_000n, liquidity: 2_000_001n });
    const sold = sellToPool(opened, usual, newTokenUnits(10n ** 12n), lamports(0n));
    // gross: ⌊85·10⁹ · 10¹² / (2,080,545·10⁹ + 10¹²)⌋ = 40,835,052
    expect(sold).toMatchObject({ output: 40_426_701n, creator: 163_340n, platform: 163_340n, liquidity: 81_671n });
  });

  test("loses no lamport or token, and its product never shrinks", () => {
    fc.assert(
      fc.property(anyPool, anyPoolRates, sol, tokens, (pool, rates, paid, given) => {
        const bought = buyFromPool(pool, rates, paid, nothing);
        if (bought.kind === "swapped") {
          expect(product(bought.pool)).toBeGreaterThanOrEqual(product(pool));
          expect(pool.lamports + paid).toBe(bought.pool.lamports + bought.creator + bought.platform);
          expect(pool.tokens).toBe(bought.pool.tokens + bought.output);
        }
        const sold = sellToPool(pool, rates, given, lamports(0n));
        if (sold.kind === "swapped") {
          expect(product(sold.pool)).toBeGreaterThanOrEqual(product(pool));
          expect(pool.lamports).toBe(sold.pool.lamports + sold.output + sold.creator + sold.platform);
          expect(sold.pool.lamports).toBeGreaterThan(0n);
        }
      }),
    );
  });

  test("never pays a profit for a round trip, at any fees from zero up", () => {
    fc.assert(
      fc.property(anyPool, anyPoolRates, sol, (pool, rates, paid) => {
        const bought = buyFromPool(pool, rates, paid, nothing);
        if (bought.kind !== "swapped") return;
        const sold = sellToPool(bought.pool, rates, bought.output, lamports(0n));
        if (sold.kind === "swapped") expect(sold.output).toBeLessThanOrEqual(paid);
      }),
    );
  });

  test("enforces an order's minimum, and refuses a swap that yields nothing", () => {
    const bought = buyFromPool(opened, usual, lamports(1_000n), nothing);
    if (bought.kind !== "swapped") throw new Error("a thousand lamports buy something");
    expect(buyFromPool(opened, usual, lamports(1_000n), bought.output)).toEqual(bought);
    const more = newTokenUnits(bought.output + 1n);
    expect(buyFromPool(opened, usual, lamports(1_000n), more)).toMatchObject({ code: 6002 });
    expect(sellToPool(opened, usual, newTokenUnits(1n), lamports(0n))).toMatchObject({ code: 6003 });
    expect(buyFromPool(opened, usual, lamports(0n), nothing)).toMatchObject({ code: 6100 });
    expect(sellToPool(opened, usual, nothing, lamports(0n))).toMatchObject({ code: 6100 });
  });

  test("is invalid when it is empty or its fees take everything", () => {
    const all = { ...usual, liquidityBps: 9_920 };
    expect(() => buyFromPool({ ...opened, tokens: nothing }, usual, lamports(1n), nothing)).toThrow(RangeError);
    expect(() => sellToPool(opened, all, newTokenUnits(1n), lamports(0n))).toThrow(RangeError);
  });

  test("values tokens at its price, rounded down", () => {
    expect(poolValue(opened, newTokenUnits(1_000_000n))).toBe(40n);
    expect(poolValue(opened, newTokenUnits(10n ** 15n))).toBe(40_854_679_903n);
  });
});
