import { newTokenUnits } from "@tribe/contract";
import { formatNewTokens } from "@tribe/domain/money";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exactNewTokens, parseNewTokens, typedNewTokens } from "./new-tokens.ts";

it("shows 6 decimals as people read them", () => {
  expect([0n, 1n, 1_500_000n, 1_234_567_890_123n].map((units) => formatNewTokens(units))).toEqual([
    "0",
    "0.000001",
    "1.5",
    "1,234,567.89",
  ]);
});

it("writes all of a holding so that it is read back exactly, and a part so that it is never more", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 8n * 10n ** 15n), (units) => {
      expect(parseNewTokens(exactNewTokens(units))).toBe(newTokenUnits(units));
      expect((parseNewTokens(typedNewTokens(units)) ?? 0n) <= units).toBe(true);
    }),
  );
});

it("cuts what is finer than the mint, and refuses what is no amount", () => {
  expect(parseNewTokens("1.2345678")).toBe(1_234_567n);
  expect(parseNewTokens("")).toBeNull();
  expect(parseNewTokens("1.2.3")).toBeNull();
});
