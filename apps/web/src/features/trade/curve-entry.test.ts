import { tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import { curveEntry, curvePurchase } from "./curve-entry.ts";
import { token, unit } from "./testing.ts";

test("the button has the same figure as the field and the sentence, at a cost that a safer amount exceeds", () => {
  const threshold = tokenUnits(15n * unit + 100_000n);
  const full = { ...token, tradeInfo: { entryThresholdTokens: threshold, entryThresholdTokensForCompare: threshold } };
  const cheap = curvePurchase(full, threshold);
  const safe = curvePurchase(full, tokenUnits(threshold + 3n * unit));
  if (!cheap || !safe) throw new Error("Both can be bought");
  expect(curveEntry(full, tokenUnits(0n))).toMatchObject({
    kind: "buy",
    amountText: "15.0001",
    price: expect.stringMatching(/^15\.0001 MAR · 0\.00\d+ SOL$/),
  });
  expect(safe.amountText).toBe("18.0001");
  expect(safe.lamports).toBeGreaterThan(cheap.lamports);
});

test("more than the curve has left is not offered", () => {
  expect(curvePurchase(token, tokenUnits(5_000n * unit))).toBeNull();
});
