import { type Address, lamports, type Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import { isPaidOut, type Payouts, payoutKey } from "./payouts.ts";
import { creatorSums, referralSums } from "./sums.ts";

const mint = "mint" as Mint; // no code here reads it
const payouts: Payouts = new Map([
  [payoutKey("curve", mint), { seq: 10n, paid: 30n }],
  [payoutKey("pool", mint), { seq: 2n ** 64n + 5n, paid: 4n }],
]);

test("a Chief can collect what was earned and not paid, by curve and pool together", () => {
  const own = [
    { creatorEarned: lamports(40n), creatorTrades: 3 },
    { creatorEarned: lamports(2n), creatorTrades: 1 },
  ];
  expect(creatorSums(own, payouts)).toEqual({ earned: 42n, paid: 34n, accrued: 8n, trades: 4 });
  expect(creatorSums([], new Map())).toEqual({ earned: 0n, paid: 0n, accrued: 0n, trades: 0 });
});

test("an inviter is paid within each trade", () => {
  const row = { address: "inviter" as Address, earned: lamports(7n), trades: 2 };
  expect(referralSums(row)).toEqual({ earned: 7n, paid: 7n, accrued: 0n, trades: 2 });
  expect(referralSums(null)).toEqual({ earned: 0n, paid: 0n, accrued: 0n, trades: 0 });
});

test.each([
  { venue: "curve" as const, seq: 9n, isPaid: true },
  { venue: "curve" as const, seq: 10n, isPaid: false },
  { venue: "pool" as const, seq: 2n ** 64n + 4n, isPaid: true },
  { venue: "pool" as const, seq: 2n ** 64n + 5n, isPaid: false },
])("the last payout of the $venue paid for trade $seq: $isPaid", ({ venue, seq, isPaid }) => {
  expect(isPaidOut(payouts, { venue, mint, seq })).toBe(isPaid);
  expect(isPaidOut(new Map(), { venue, mint, seq })).toBe(false);
});
