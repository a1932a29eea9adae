import { type Lamports, lamports } from "@tribe/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gainFigures } from "./gain-figures.ts";

const sol = (text: string): Lamports => {
  const [whole = "0", fraction = ""] = text.split(".");
  return lamports(BigInt(whole) * 10n ** 9n + BigInt(fraction.padEnd(9, "0")));
};
/** What a reader of the figures computes with. */
const read = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.replace(/[+−,]/g, "").split(".");
  const units = BigInt(whole) * 10n ** 9n + BigInt(fraction.padEnd(9, "0"));
  return text.startsWith("−") ? -units : units;
};

test.each([
  ["a loss", "0.123512345", "0.136004321", ["0.1361", "0.1235", "−0.0126", "−9.2%", "down"]],
  ["a gain", "0.148", "0.136", ["0.136", "0.148", "+0.012", "+8.8%", "up"]],
  ["even", "0.136", "0.136", ["0.136", "0.136", "0", "0%", "none"]],
  ["a gift", "0.148", "0", ["0", "0.148", "+0.148", null, "up"]],
  ["a large gain", "1360", "0.5", ["0.5", "1,360", "+1,359.5", "+271,900%", "up"]],
  ["one lamport", "10.000000002", "10.000000001", ["10.000000001", "10.000000002", "+0.000000001", "0%", "up"]],
  ["all lost", "0", "0.136", ["0.136", "0", "−0.136", "−100%", "down"]],
] as const)("%s", (_, worth, paid, [shownPaid, shownWorth, gain, percent, direction]) => {
  expect(gainFigures(sol(worth), sol(paid))).toEqual({
    ...{ paid: shownPaid, worth: shownWorth, gain, percent, direction },
  });
});

test("whoever subtracts the two figures gets the third, and nothing looks better than it is", () => {
  const amount = fc.bigInt(0n, 10n ** 12n).map(lamports);
  fc.assert(
    fc.property(amount, amount, (worth, paid) => {
      const shown = gainFigures(worth, paid);
      expect(read(shown.worth) - read(shown.paid)).toBe(read(shown.gain));
      expect(read(shown.gain)).toBeLessThanOrEqual(worth - paid);
      expect(read(shown.paid)).toBeGreaterThanOrEqual(paid);
    }),
  );
});
