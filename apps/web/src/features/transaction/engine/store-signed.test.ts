import type { Address, Base64, Mint, Ticket, TokenId, TransactionSignature, Uid } from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openTransactionsOf } from "../../../shared/transactions/open-transactions.ts";
import { storageOf } from "../../../shared/transactions/testing/storage.ts";
import { forget, storeFor } from "./store-signed.ts";

const uid = "person-1" as Uid; // any text
const words = { title: "Buy EMB", description: "Buy Ember in its liquidity pool" };
const made = {
  signature: "5".repeat(88) as TransactionSignature, // any text
  via: { kind: "direct", wire: "AQID" as Base64, lastValidBlockHeight: 9 },
} as const;
const tokenOf = (mint: string) => ({
  ...{ tokenId: 7n as TokenId, mint: mint as Mint, creatorAddress: mint as Address, creatorUid: uid }, // any of their shape
  ...{ name: "Ember", symbol: "EMB", pfp: null },
});
const store = storeFor(uid, { dialog: "genericTransaction", ...words, trade: null });

beforeEach(() => {
  vi.stubGlobal("localStorage", storageOf({}));
  vi.stubGlobal("navigator", {});
});

describe("storing signed transactions", () => {
  test("stores it for this person", async () => {
    const stored = await store(made);
    expect(stored).toMatchObject({ kind: "stored", open: { ...made, ...words, uid } });
    expect(openTransactionsOf(uid)).toEqual(stored.kind === "stored" ? [stored.open] : []);
  });

  test("reports a full or unavailable storage, and that nothing was sent", async () => {
    const full = storageOf({}, true);
    for (const storage of [full, undefined]) {
      vi.stubGlobal("localStorage", storage);
      expect(await store(made)).toEqual({ kind: "failed", failure: stepFailure("not_kept") });
    }
    expect(stepFailure("not_kept")).toMatchObject({ retry: "safe" });
    expect(stepFailure("not_kept").cause).toContain("Nothing was sent and nothing was paid.");
  });

  test("refuses a second transaction that this browser sends beside an open trade of the same token", async () => {
    const of = (mint: string) =>
      storeFor(uid, {
        dialog: "tokenSwapTransaction",
        ...words,
        trade: { direction: "buy", hadSeat: true, seatBefore: null, token: tokenOf(mint) },
      });
    const [one, other] = [of("So11111111111111111111111111111111111111112"), of("11111111111111111111111111111111")];
    const another = { ...made, signature: "4".repeat(88) as TransactionSignature }; // any text
    const refused = { kind: "failed", failure: apiFailure("ticket_open") };
    const first = await one(made);
    expect(await one(another)).toEqual(refused);
    // Accepted: a repeated press, a trade of another token, and a transaction for which the server prevents a second one itself.
    expect(await one(made)).toMatchObject({ kind: "stored" });
    expect(await other(another)).toMatchObject({ kind: "stored" });
    const byServer = { kind: "callback", ticket: "ticket-0123456789" as Ticket, message: "AQID" as Base64 } as const;
    expect(await one({ ...another, via: byServer })).toMatchObject({ kind: "stored" });
    for (const { id } of openTransactionsOf(uid)) forget(id);
    expect(first.kind).toBe("stored");
    expect(await one(another)).toMatchObject({ kind: "stored" });
  });
});
