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
      { mint, address, state: "active" as const, at: at(5) },
      { mint, address, state: "expired" as const, at: at(2) },
    ],
  };
  expect(mergeActivities(newest, 4).map(({ kind }) => kind)).toEqual(["seated", "buy", "create", "out"]);
});

test("only a trade has an amount and a value", () => {
  const newest = { trades: [trade(2)], tribes: [{ mint, address, at: at(1) }], seats: [] };
  expect(mergeActivities(newest, 9)).toEqual([
    { kind: "buy", at: at(2), mint, address, amount: 5n, value: 7n },
    { kind: "create", at: at(1), mint, address, amount: null, value: null },
  ]);
});
