import type { Base64, TransactionSignature, Uid } from "@tribe/contract";
import { stepFailure } from "@tribe/domain";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openTransactionsOf } from "../../shared/transactions/open-transactions.ts";
import { storageOf } from "../../shared/transactions/testing/storage.ts";
import { keeperFor } from "./keeper.ts";

const uid = "person-1" as Uid; // any text does here
const words = { title: "Buy EMB", description: "Buy Ember in its liquidity pool" };
const made = {
  signature: "5".repeat(88) as TransactionSignature, // any text does here
  via: { kind: "direct", wire: "AQID" as Base64, lastValidBlockHeight: 9 },
} as const;
const keep = keeperFor(uid, { dialog: "genericTransaction", ...words, trade: null });

beforeEach(() => {
  vi.stubGlobal("localStorage", storageOf({}));
  vi.stubGlobal("navigator", {});
});

describe("keeping what was signed", () => {
  test("keeps it as this person's", async () => {
    const kept = await keep(made);
    expect(kept).toMatchObject({ kind: "kept", open: { ...made, ...words, uid } });
    expect(openTransactionsOf(uid)).toEqual(kept.kind === "kept" ? [kept.open] : []);
  });

  test("blames a full or closed storage, not the network, and says that nothing was sent", async () => {
    const full = storageOf({}, true);
    for (const storage of [full, undefined]) {
      vi.stubGlobal("localStorage", storage);
      expect(await keep(made)).toEqual({ kind: "failed", failure: stepFailure("not_kept") });
    }
    expect(stepFailure("not_kept")).toMatchObject({ retry: "safe" });
    expect(stepFailure("not_kept").cause).toContain("Nothing was sent and nothing was paid.");
  });
});
