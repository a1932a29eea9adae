import { lamportsPerSol } from "@tribe/contract";
import { expect, test } from "vitest";
import { asksForSafety } from "./safety-ask.ts";

const now = 1_700_000_000_000; // any moment
const hour = 3_600_000;
const rich = { worth: lamportsPerSol + 1n, isMissing: true, putOffAt: 0, now };

test("asks above 1 SOL, as long as a way of recovery is missing", () => {
  expect(asksForSafety(rich)).toBe(true);
  expect(asksForSafety({ ...rich, worth: lamportsPerSol })).toBe(false);
  expect(asksForSafety({ ...rich, isMissing: false })).toBe(false);
});

test("asks with any value where the browser forgets a wallet that only a mail brings back", () => {
  const forgotten = { ...rich, worth: 1n, isForgotten: true };
  expect(asksForSafety(forgotten)).toBe(true);
  expect(asksForSafety({ ...forgotten, worth: 0n })).toBe(false);
  expect(asksForSafety({ ...forgotten, putOffAt: now - hour })).toBe(false);
  expect(asksForSafety({ ...forgotten, isForgotten: false })).toBe(false);
});

test("is silent for a day after Later, and asks again then", () => {
  const after = (hours: number) => asksForSafety({ ...rich, putOffAt: now - hours * hour });
  expect([0, 1, 23.9, 24, 48].map(after)).toEqual([false, false, false, true, true]);
  // Said by a clock that was ahead.
  expect(after(-2)).toBe(true);
});
