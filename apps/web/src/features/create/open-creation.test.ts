import { type TokenId, type TransactionSignature, tokenUnits, type Uid } from "@tribe/contract";
import { beforeEach, expect, test, vi } from "vitest";
import { storageOf } from "../../shared/transactions/testing/storage.ts";
import { keepCreation, type OpenCreation, openCreation } from "./open-creation.ts";

const uid = "person-1" as Uid; // any text does here
const open: OpenCreation = {
  ...{ uid, tokenId: 7n as TokenId, signature: "5".repeat(88) as TransactionSignature }, // any of their shape
  wish: { name: "Mara", symbol: "MARA", pfpUrl: "/pictures/mara", firstBuy: tokenUnits(3_000_000_000n) },
};

beforeEach(() => vi.stubGlobal("localStorage", storageOf({})));

test("keeps what was wished, so that a creation can be prepared again after a reload", () => {
  keepCreation(open);
  expect(openCreation(uid)).toEqual(open);
  expect(openCreation("person-2")).toBeNull();
  keepCreation(null);
  expect(openCreation(uid)).toBeNull();
});

test("still follows one that was kept without its wish", () => {
  const { wish: _, ...before } = open;
  const kept = JSON.stringify({ ...before, tokenId: "7" });
  vi.stubGlobal("localStorage", storageOf({ "tribe:v1:creation": kept }));
  expect(openCreation(uid)).toEqual({ ...open, wish: null });
});
