import { type Address, lamports, type Mint, tokenUnits } from "@tribe/contract";
import { expect, test } from "vitest";
import { mergeActivities } from "./activities.ts";

const [mint, address] = ["mint" as Mint, "address" as Address]; // no code here reads them
const at = (seconds: number) => new Date(seconds * 1_000);
const trade = (seconds: number) => ({
  kind: "buy" as const,
  blockTime: at(seconds),
  mint,
  trader: address,
  amount: tokenUnits(5n),
  value: lamports(7n),
});

test("trades, new Tribes and changed seats come as one list, the newest first, cut at the limit", () => {
  const newest = {
    trades: [trade(4), trade(1)],
    tribes: [{ mint, address, at: at(3) }],
    seats: [
      { mint, address, state: "active" as const, at: at(500), seat: 3 },
      { mint, address, state: "expired" as const, at: at(2), seat: null },
    ],
  };
  expect(mergeActivities(newest, 4).map(({ kind }) => kind)).toEqual(["seated", "buy", "create", "out"]);
});

test("only a trade has an amount and a value", () => {
  const newest = { trades: [trade(2)], tribes: [{ mint, address, at: at(1) }], seats: [] };
  expect(mergeActivities(newest, 9)).toEqual([
    { kind: "buy", at: at(2), mint, address, amount: 5n, value: 7n, seat: null, others: [] },
    { kind: "create", at: at(1), mint, address, amount: null, value: null, seat: null, others: [] },
  ]);
});

const [dex, wren, ana] = ["dex" as Address, "wren" as Address, "ana" as Address];
const seat = (who: Address, state: "active" | "expired", seconds: number, number: number | null = null) => ({
  ...{ mint, address: who, state, at: at(seconds), seat: number },
});

test("a purchase, the seat that it took and who lost it are one activity", () => {
  const newest = {
    trades: [{ ...trade(100), trader: dex }, trade(99)],
    tribes: [],
    seats: [seat(dex, "active", 102, 12), seat(wren, "expired", 102)],
  };
  expect(mergeActivities(newest, 9)).toEqual([
    {
      ...{ kind: "seated", at: at(102), mint, address: dex, amount: 5n, value: 7n, seat: 12 },
      others: [{ kind: "out", address: wren }],
    },
    { kind: "buy", at: at(99), mint, address, amount: 5n, value: 7n, seat: null, others: [] },
  ]);
});

test("a sale that gave up a seat is told of who sold, with who sits there now", () => {
  const newest = {
    trades: [{ ...trade(100), kind: "sell" as const, trader: wren }],
    tribes: [],
    seats: [seat(dex, "active", 101, 12), seat(wren, "expired", 101)],
  };
  expect(mergeActivities(newest, 9)).toEqual([
    {
      ...{ kind: "out", at: at(101), mint, address: wren, amount: 5n, value: 7n, seat: null },
      others: [{ kind: "seated", address: dex }],
    },
  ]);
});

test("what has no one subject is told one by one, and a trade of another time or person stays itself", () => {
  const newest = {
    trades: [
      { ...trade(10), trader: dex },
      { ...trade(400), trader: ana },
    ],
    tribes: [],
    seats: [
      seat(dex, "active", 401, 11),
      seat(ana, "expired", 300),
      seat(wren, "expired", 300),
      { ...seat(wren, "active", 401, 2), mint: "other" as Mint },
    ],
  };
  expect(mergeActivities(newest, 9).map(({ kind, address: who, value }) => [kind, who, value])).toEqual([
    ["seated", dex, null],
    ["seated", wren, null],
    ["buy", ana, 7n],
    ["out", ana, null],
    ["out", wren, null],
    ["buy", dex, 7n],
  ]);
});
