import { lamports } from "@tribe/contract";
import { expect, it } from "vitest";
import { clockTime, shortDate } from "../../../shared/time/clock.ts";
import { inWords, shortTime } from "./chart-words.ts";

const summary = (open: bigint, close: bigint, trades: number) => ({
  open: lamports(open),
  close: lamports(close),
  high: lamports(900_000n),
  low: lamports(100_000n),
  volume: lamports(2_500_000_000n),
  trades,
});

it("summarises the price's direction, its range, the volume and the number of trades for screen readers", () => {
  expect(inWords(summary(225_000n, 450_000n, 3), "1d")).toBe(
    "The price rose from 0.000225 to 0.00045 SOL in the last day: highest 0.0009, lowest 0.0001, 2.5 SOL in 3 trades.",
  );
  expect(inWords(summary(450_000n, 225_000n, 1), "all")).toMatch(
    /^The price fell .* since the beginning: .* in 1 trade\.$/,
  );
  expect(inWords(summary(225_000n, 225_000n, 0), "1h")).toMatch(/^The price stayed at 0\.000225 SOL in the last hour:/);
});

it("says that there was no trade", () => {
  expect(inWords(null, "4h")).toBe("No trade in the last 4 hours.");
});

it("writes a time as hour and minute in a range of up to a day, and as the date in a longer one", () => {
  const morning = new Date(2026, 10, 3, 9, 5).getTime() / 1_000;
  expect(shortTime(morning, 3_600)).toBe(clockTime(morning * 1_000));
  expect(shortTime(morning, 86_400)).toMatch(/05/);
  expect(shortTime(morning, 86_401)).toBe(shortDate(morning * 1_000));
});
