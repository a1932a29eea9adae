import { addressSchema, lamports, tokenUnits } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { type Activity, activityFlow, activityWords } from "./activity-words.ts";

const address = z.parse(addressSchema, "M".repeat(32));
const face = (displayName: string) => ({ uid: null, address, displayName, pfp: null });
const trade: Activity = {
  ...{ kind: "buy", at: 0, amount: tokenUnits(60_000_000_000n), value: lamports(31_000_000n) },
  tribe: { mint: address, name: "Harbour Radio", symbol: "HAR", pfp: null },
  person: face("Bo Larsen"),
};
/** Without what isolates names and keeps units on the line. */
const plain = (activity: Activity) =>
  activityWords(activity)
    .replaceAll("\u00a0", " ")
    .replaceAll(/[\u2068\u2069]/g, "");

it("states what a trade put in or took out", () => {
  expect(plain(trade)).toBe("bought 60 HAR");
  expect(activityFlow(trade)).toEqual({ shown: "+0.031", spoken: "for 0.031 SOL" });
  expect(plain({ ...trade, kind: "sell" })).toBe("sold 60 HAR");
  expect(activityFlow({ ...trade, kind: "sell" })?.shown).toBe("−0.031");
  expect(activityFlow({ ...trade, kind: "create", value: null })).toBeNull();
});

it("tells a seat with what else it changed", () => {
  const out = (name: string) => ({ kind: "out" as const, person: face(name) });
  const seated: Activity = { ...trade, kind: "seated", seat: 12, others: [out("Wren")] };
  expect(plain(seated)).toBe("took seat 12 in HAR. Wren is out.");
  expect(plain({ ...seated, seat: null, others: [out("Wren"), out("Ana")] })).toBe(
    "took a seat in HAR. Wren and Ana are out.",
  );
  expect(plain({ ...seated, others: [] })).toBe("took seat 12 in HAR");
});

it("tells a seat that was lost from one that was sold", () => {
  const out: Activity = { ...trade, kind: "out" };
  expect(plain({ ...out, value: null })).toBe("is out of HAR");
  const dex = { kind: "seated" as const, person: face("Dex Ward") };
  expect(plain({ ...out, others: [dex] })).toBe("gave up a seat in HAR. Dex Ward sits there now.");
});

it("understands a server that tells each by itself", () => {
  expect(plain({ ...trade, kind: "seated", value: null, amount: null })).toBe("took a seat in HAR");
});
