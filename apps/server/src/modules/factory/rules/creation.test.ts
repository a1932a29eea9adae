import { maxBuyTokens, tokenUnits, unitsPerToken } from "@tribe/contract";
import { expect, test } from "vitest";
import { type CreatorProfile, checkFirstBuy, checkProfile } from "./creation.ts";

const ada: CreatorProfile = {
  pfp: "/pfp/ada",
  displayName: "Ada Lovelace",
  twitter: { handle: "ada", name: "Ada Lovelace" },
  farcaster: null,
};
const own = { name: "Ada Lovelace", symbol: "ADA", pfpUrl: "/pfp/ada" };

test("a Tribe has its creator's name, symbol and picture, by either social account", () => {
  expect(() => checkProfile(ada, own)).not.toThrow();
  expect(() => checkProfile({ ...ada, twitter: null, farcaster: ada.twitter }, own)).not.toThrow();
});

test.each<{ name: string; profile?: Partial<CreatorProfile>; body?: Partial<typeof own>; error: object }>([
  { name: "no picture", profile: { pfp: null }, error: { code: "profile_required" } },
  { name: "no social account", profile: { twitter: null }, error: { code: "profile_required" } },
  {
    name: "neither letter nor digit",
    profile: { twitter: { handle: "_", name: "♥" } },
    error: { code: "symbol_unusable" },
  },
  { name: "another symbol", body: { symbol: "BOB" }, error: { code: "invalid_field", field: "body.symbol" } },
  {
    name: "a name with spaces around it",
    body: { name: " Ada" },
    error: { code: "invalid_field", field: "body.name" },
  },
  { name: "another name", body: { name: "Bob" }, error: { code: "profile_changed", field: "body.name" } },
  { name: "another picture", body: { pfpUrl: "/pfp/bob" }, error: { code: "profile_changed", field: "body.pfpUrl" } },
])("a Tribe with $name is refused", ({ profile, body, error }) => {
  expect(() => checkProfile({ ...ada, ...profile }, { ...own, ...body })).toThrow(expect.objectContaining(error));
});

test.each([0n, unitsPerToken, maxBuyTokens * unitsPerToken])("a first buy of %s base units is accepted", (units) => {
  expect(() => checkFirstBuy(tokenUnits(units))).not.toThrow();
});

test.each([1n, unitsPerToken + 1n, (maxBuyTokens + 1n) * unitsPerToken])(
  "a first buy of %s base units is refused",
  (units) => {
    expect(() => checkFirstBuy(tokenUnits(units))).toThrow(expect.objectContaining({ code: "invalid_field" }));
  },
);
