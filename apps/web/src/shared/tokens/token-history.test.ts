import { tradePoint as point } from "@tribe/domain/testing";
import { beforeEach, expect, it } from "vitest";
import { followsHistory, historyAfterTrade, type ReadPage, readNewest, type TokenHistory } from "./token-history.ts";

/** From the newest down. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => point(from - index));
const seqs = (history: TokenHistory) => history.trades.map(({ seq }) => seq);

let asked = 0;
/** A server whose newest trade has this seq. */
const server =
  (newest: number): ReadPage =>
  async (before, limit) => {
    asked += 1;
    const top = before ? before.seq - 1 : newest;
    return down(top, Math.max(1, top - limit + 1));
  };
beforeEach(() => {
  asked = 0;
});

it("reads one page at first and knows whether there are older trades", async () => {
  expect(await readNewest(server(30), () => undefined)).toEqual({ trades: down(30, 1), hasOlder: false });
  const history = await readNewest(server(700), () => undefined);
  expect(seqs(history)).toEqual(seqs({ trades: down(700, 601), hasOlder: true }));
  expect(history.hasOlder).toBe(true);
  expect(asked).toBe(2);
});

it("adds what is new to what was known, with one small page", async () => {
  const known = { trades: down(700, 201), hasOlder: true };
  expect(await readNewest(server(710), () => known)).toEqual({ trades: down(710, 201), hasOlder: true });
  expect(asked).toBe(1);
});

it("closes a gap after a lost connection, also when live trades came above it before it was read", async () => {
  let known: TokenHistory = { trades: down(700, 201), hasOlder: true };
  const reading = readNewest(server(1_000), () => known);
  known = historyAfterTrade(known, point(1_001));
  expect(seqs(await reading)).toEqual(seqs({ trades: down(1_001, 201), hasOlder: true }));
});

it("begins anew when too much was missed, and leaves no gap", async () => {
  let known: TokenHistory = { trades: down(700, 201), hasOlder: false };
  const reading = readNewest(server(9_000), () => known);
  known = historyAfterTrade(known, point(9_001));
  const history = await reading;
  expect(history.trades[0]?.seq).toBe(9_001);
  expect(history.trades.at(-1)?.seq).toBe(9_001 - history.trades.length + 1);
  expect(history.hasOlder).toBe(true);
  expect(asked).toBeLessThanOrEqual(4);
});

it("knows a trade again, and one before which others are missing", () => {
  const history = { trades: down(10, 5), hasOlder: true };
  expect(historyAfterTrade(history, point(10))).toEqual(history);
  expect(seqs(historyAfterTrade(history, point(11)))).toEqual([11, 10, 9, 8, 7, 6, 5]);
  expect(followsHistory(history, point(11))).toBe(true);
  expect(followsHistory(history, point(10))).toBe(true);
  expect(followsHistory(history, point(13))).toBe(false);
  expect(followsHistory({ trades: [], hasOlder: false }, point(3))).toBe(true);
});
