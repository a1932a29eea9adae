import { type Address, lamports } from "@tribe/contract";
import { type CostEvent, placeUnits } from "@tribe/domain/gains";
import { expect, test } from "vitest";
import { csvLine } from "../snapshot/csv.ts";
import { compressedPlace, type HistoryEntry, placeOf } from "./cost-history.ts";
import { earningCells, transactionCells, transactionColumns } from "./transaction-lines.ts";

const [me, before] = ["me", "before"] as Address[] as [Address, Address]; // their form is nobody's matter here
const old = placeOf(me, false);
const units = placeUnits(1_500_000_000n);
const tribe = { mint: "mint", name: "Ida", symbol: "IDA" };
const entry = (event: CostEvent, rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ event, signature: "signature", at: new Date(0), fees: lamports(0n), networkFee: lamports(0n), deposit: 0n },
  ...rest,
});
const line = (event: CostEvent, rest?: Partial<HistoryEntry>) => {
  const cells = transactionCells(entry(event, rest), tribe);
  return Object.fromEntries(transactionColumns.map((column, index) => [column, cells[index]]));
};

test("a trade has its SOL, its fees and its deposit each in a column of its own", () => {
  const costs = { fees: lamports(40n), networkFee: lamports(7n), deposit: 2_000n };
  expect(line({ kind: "buy", place: old, units, paid: lamports(1_047n) }, costs)).toEqual({
    ...{ "time (UTC)": "1970-01-01T00:00:00.000Z", kind: "buy", Tribe: "Ida", symbol: "IDA", tokens: "1.5" },
    ...{ "SOL with trade fees": "0.00000104", "trade fees in SOL": "0.00000004", "network fee in SOL": "0.000000007" },
    ...{ "account deposit paid in SOL": "0.000002", "account deposit returned in SOL": "", from: "", to: "me" },
    ...{ mint: "mint", signature: "signature" },
  });
  const sold = line({ kind: "sell", place: old, units, received: lamports(93n) }, { ...costs, deposit: -2_000n });
  expect(sold).toMatchObject({ kind: "sell", "SOL with trade fees": "0.0000001", from: "me", to: "" });
  expect(sold).toMatchObject({ "account deposit paid in SOL": "", "account deposit returned in SOL": "0.000002" });
});

const carry = (from: string, to: string, arrived = units): CostEvent => ({ kind: "carry", from, to, units, arrived });
const unseen = { signature: null, at: null };
test.each<[string, CostEvent, Partial<HistoryEntry>?]>([
  ["airdrop", { kind: "gift", place: compressedPlace(false), units }],
  ["reward for inviting", { kind: "gift", place: old, units }],
  ["received", { kind: "arrival", place: old, units }],
  ["received, transaction unknown", { kind: "arrival", place: old, units }, unseen],
  ["sent", { kind: "departure", place: old, units }],
  ["sent, transaction unknown", { kind: "departure", place: old, units }, unseen],
  ["claim", carry(compressedPlace(false), old)],
  ["compress", carry(old, compressedPlace(false))],
  ["between own wallets", carry(placeOf(before, false), old)],
  ["convert", carry(old, placeOf(me, true), placeUnits(units * 2n))],
])("%s", (kind, event, rest) => {
  expect(line(event, rest)).toMatchObject({ kind, "SOL with trade fees": "" });
});

test.each([
  ["earned by inviting", "invited"],
  ["paid out to the Chief", "paidOut"],
] as const)("%s", (words, kind) => {
  const cells = earningCells({ kind, at: new Date(0), signature: "s", amount: lamports(3_000n), to: "me" }, tribe);
  const named = Object.fromEntries(transactionColumns.map((column, index) => [column, cells[index]]));
  expect(cells).toHaveLength(transactionColumns.length);
  expect(named).toMatchObject({ kind: words, "SOL with trade fees": "0.000003", tokens: "", to: "me", signature: "s" });
});

test("new tokens are counted as people read them, and no cell is a formula", () => {
  const event: CostEvent = { kind: "arrival", place: placeOf(me, true), units: placeUnits(2_500_000n) };
  expect(line(event).tokens).toBe("2.5");
  const cells = transactionCells(entry(event), { ...tribe, name: "=cmd()", symbol: "@SUM(A1)" });
  expect(csvLine(cells)).toContain(`,"'=cmd()","'@SUM(A1)",`);
});
