import { type Base64, type TokenId, type TransactionSignature, tokenUnits, type Uid } from "@tribe/contract";
import { beforeEach, expect, test, vi } from "vitest";
import {
  forgetOpenTransaction,
  isStored,
  type OpenTransaction,
  openTransactionsOf,
  storeOpenTransaction,
} from "./open-transactions.ts";
import { storageOf } from "./testing/storage.ts";

const uid = "person-1" as Uid; // any text does here
const openAt = (id: string, signedAt: number, of = uid): OpenTransaction => ({
  ...{ id, uid: of, dialog: "genericTransaction", title: "Send", description: "Send SOL" },
  ...{ signature: "5".repeat(88) as TransactionSignature, signedAt, trade: null },
  via: { kind: "direct", wire: "AQID" as Base64, lastValidBlockHeight: 9 },
});

beforeEach(() => vi.stubGlobal("localStorage", storageOf({})));

test("keeps each by itself, gives a person their own with the newest first, and forgets one without the others", () => {
  for (const open of [openAt("a", 1), openAt("b", 3), openAt("c", 2), openAt("d", 4, "person-2" as Uid)])
    expect(storeOpenTransaction(open)).toBe(true);
  expect(openTransactionsOf(uid).map(({ id }) => id)).toEqual(["b", "c", "a"]);
  forgetOpenTransaction("c");
  expect(openTransactionsOf(uid)).toEqual([openAt("b", 3), openAt("a", 1)]);
  expect([isStored("a"), isStored("c")]).toEqual([true, false]);
});

test("a value that is torn or of another shape hides no other", () => {
  vi.stubGlobal("localStorage", storageOf({ "tribe:v1:transaction:x": '{"id":', "tribe:v1:transaction:y": "7" }));
  storeOpenTransaction(openAt("a", 1));
  expect(openTransactionsOf(uid)).toEqual([openAt("a", 1)]);
});

test("says that nothing is kept where the browser keeps nothing", () => {
  vi.stubGlobal("localStorage", storageOf({}, true));
  expect(storeOpenTransaction(openAt("a", 1))).toBe(false);
  vi.stubGlobal("localStorage", undefined);
  expect(storeOpenTransaction(openAt("a", 1))).toBe(false);
  expect(openTransactionsOf(uid)).toEqual([]);
});

test("keeps a creation with what was wished, so that it can be prepared again after a reload", () => {
  const wish = { name: "Mara", symbol: "MARA", pfpUrl: "/pictures/mara", firstBuy: tokenUnits(3_000_000_000n) };
  const creation: OpenTransaction = {
    ...openAt("c", 1),
    ...{ dialog: "createTokenTransaction", via: { kind: "creation", tokenId: 7n as TokenId, wish } },
  };
  storeOpenTransaction(creation);
  expect(openTransactionsOf(uid)).toEqual([creation]);
});
