import { lightTokenAuthority } from "@tribe/chain/accounts";
import type { Address, Mint } from "@tribe/contract";
import { expect, test } from "vitest";
import {
  accountRow,
  type BalanceObservation,
  holderKey,
  holdingChanges,
  newestOfEach,
  slotOfVersion,
  versionOfRead,
  versionOfTransaction,
} from "./balances.ts";

// No code here reads these addresses.
const [mint, newMint] = ["old" as Mint, "new" as Mint];
const [ann, ben] = ["Ann" as Address, "Ben" as Address];
const observation = (fields: Partial<BalanceObservation> = {}): BalanceObservation => ({
  account: "account" as Address,
  mint,
  owner: ann,
  amount: 10n,
  version: 8,
  ...fields,
});

test("a read at a slot is newer than all transactions of it, and older than those of the next", () => {
  expect(versionOfRead(7)).toBeGreaterThan(versionOfTransaction(7n));
  expect(versionOfTransaction(8)).toBeGreaterThan(versionOfRead(7n));
  expect([versionOfRead(7), versionOfTransaction(7)].map(slotOfVersion)).toEqual([7, 7]);
});

test("of an account's observations the newest counts, and of equally new ones the last", () => {
  const [old, first, last] = [observation({ version: 6 }), observation(), observation({ amount: 3n })];
  const other = observation({ account: "other" as Address, version: 2 });
  expect(newestOfEach([first, old, other, last])).toEqual([last, other]);
});

test.each([
  { name: "old tokens", observed: {}, stored: { amount: 10n, newAmount: null } },
  {
    name: "new tokens at the conversion rate",
    observed: { mint: newMint, amount: 5_000n },
    stored: { amount: 5n, newAmount: 5_000n },
  },
  {
    name: "nothing of what waits in Light's account",
    observed: { owner: lightTokenAuthority as string as Address },
    stored: { amount: 0n, newAmount: null },
  },
])("an account is stored with $name", ({ observed, stored }) => {
  const row = accountRow(observation(observed), { mint, conversionRate: 1_000n });
  expect(row).toMatchObject({ mint, version: 8, ...stored });
});

test("changes are the owners whose sums differ, with how many holders a Tribe won or lost", () => {
  const sums = (a: bigint, b: bigint) =>
    new Map([
      [holderKey({ mint, owner: ann }), a],
      [holderKey({ mint, owner: ben }), b],
    ]);
  const holders = [
    { mint, owner: ann },
    { mint, owner: ben },
    { mint, owner: ann },
  ];
  expect(holdingChanges(holders, sums(5n, 0n), sums(5n, 3n))).toEqual({
    moved: [{ mint, owner: ben, amount: 3n }],
    owners: new Map([[mint, [ben]]]),
    counts: new Map([[mint, 1]]),
  });
  expect(holdingChanges(holders, sums(5n, 2n), sums(0n, 3n)).counts).toEqual(new Map([[mint, -1]]));
  expect(holdingChanges(holders, sums(5n, 2n), new Map()).counts).toEqual(new Map([[mint, -2]]));
  expect(holdingChanges(holders, sums(1n, 2n), sums(1n, 2n)).moved).toEqual([]);
});
