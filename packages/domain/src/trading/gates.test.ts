import { expect, test } from "vitest";
import { gateProblem, gatesOf, hasSocial } from "./gates.ts";

const account = { id: "7", handle: "mara", name: "Mara" };
const nobody = { address: null, twitter: null, farcaster: null };
const all = ["create", "buy", "sell", "send", "join", "edit"] as const;

test("gates are checked in order, and a sell and a transfer have fewer", () => {
  expect(all.map((action) => gateProblem(action, nobody))).toEqual([
    "wallet_missing",
    "wallet_missing",
    "wallet_missing",
    "wallet_missing",
    "wallet_missing",
    "social_required",
  ]);
  expect(all.map((action) => gateProblem(action, { ...nobody, address: "a" }))).toEqual([
    "social_required",
    "social_required",
    null,
    null,
    "social_required",
    "social_required",
  ]);
  expect(all.map((action) => gateProblem(action, { address: "a", twitter: account }))).toEqual(Array(6).fill(null));
  expect(gatesOf("create")).toEqual(["signIn", "wallet", "social", "fund"]);
});

test("either social account opens the gate", () => {
  expect([hasSocial({ twitter: account }), hasSocial({ twitter: null, farcaster: account })]).toEqual([true, true]);
  expect(hasSocial({ twitter: null })).toBe(false);
});
