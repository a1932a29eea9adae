import { expect, test } from "vitest";
import { Intake } from "./intake.ts";

/** Sends packets of this size for some seconds; the second in which it became too much, or null. */
const tooMuchAfter = (
  intake: Intake,
  from: number,
  seconds: number,
  perSecond: number,
  bytes: number,
): number | null => {
  for (let sent = 0; sent < seconds * perSecond; sent += 1)
    if (!intake.take(bytes, (from + sent / perSecond) * 1_000)) return from + sent / perSecond;
  return null;
};

test("all that a page sends at its highest bitrates fits, for as long as it likes", () => {
  // 40 kbit/s of sound in fifty packets, and 2.85 Mbit/s of pictures and a screen.
  expect(tooMuchAfter(new Intake(0), 0, 600, 50 + 330, 1_000)).toBeNull();
});

test("what a connection held back for four seconds may arrive at once, but not right after joining", () => {
  const heldBack = 4 * 380;
  const settled = new Intake(0);
  expect(tooMuchAfter(settled, 0, 10, 380, 1_000)).toBeNull();
  for (let packet = 0; packet < heldBack; packet += 1) expect(settled.take(1_000, 14_000)).toBe(true);
  const fresh = new Intake(0);
  expect(Array.from({ length: heldBack }, () => fresh.take(1_000, 0))).toContain(false);
});

test.each([
  ["large packets", 1_100, 2_000],
  ["small packets", 20, 10_000],
])("%s in numbers that no page sends are too much within seconds", (_name, bytes, perSecond) => {
  expect(tooMuchAfter(new Intake(0), 0, 10, perSecond, bytes)).toBeLessThan(3);
});
