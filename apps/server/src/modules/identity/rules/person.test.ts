import {
  type Address,
  affiliateTokenBonusTokens,
  referralTokenBonusTokens,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { texts } from "@tribe/domain/words";
import { expect, test } from "vitest";
import { nameAndPictureAt, nameAndPictureOf } from "./name-and-picture.ts";
import { toPerson } from "./person.ts";
import { shownProfile } from "./shown-profile.ts";
import { tribeName, tribePicture } from "./tribe-appearance.ts";

const address = "Ab3DefGhijk" as Address; // only its first characters are shown
const social = { id: "1", handle: "mara", name: "Mara Ember" };
type Row = Parameters<typeof toPerson>[0];
const row = (changes: Partial<Row> = {}): Row => ({
  uid: "ann" as Uid,
  email: "ann@example.org",
  address,
  displayName: "Mara Ember",
  pfp: "/picture.png",
  bio: "Hello",
  isNerfed: false,
  twitter: social,
  twitterId: social.id,
  farcaster: null,
  farcasterId: null,
  farcasterPfp: null,
  inviterAddress: null,
  isAffiliatePartner: false,
  isAffiliate: false,
  isDiscount: false,
  createdAt: new Date(0),
  signedInAt: new Date(0),
  deletedAt: null,
  ...changes,
});
const mara = toPerson(row());
const nerfed = toPerson(row({ isNerfed: true }));

test.each([
  ["a name", {}, "Mara Ember"],
  ["no name: the short address", { displayName: null }, "Ab3Def"],
  ["neither name nor wallet: the short id", { displayName: null, address: null, uid: "0123456789" as Uid }, "012345"],
  ["a deleted account", { deletedAt: new Date(0) }, texts.deletedAccount],
])("who has %s is shown by it", (_what, changes, expected) => {
  expect(toPerson(row(changes)).displayName).toBe(expected);
});

test.each([
  ["nobody", {}, 0n],
  ["a person", { inviterAddress: address }, referralTokenBonusTokens],
  ["an affiliate", { inviterAddress: address, isAffiliate: true }, affiliateTokenBonusTokens],
])("the bonus of who was invited by %s", (_whom, changes, tokens) => {
  expect(toPerson(row(changes)).inviterBonus).toBe(tokens * unitsPerToken);
});

test("of a nerfed person others see the short address only", () => {
  expect(nameAndPictureOf(mara)).toEqual({ displayName: "Mara Ember", pfp: "/picture.png" });
  expect(nameAndPictureOf(nerfed)).toEqual({ displayName: "Ab3Def", pfp: null });
  expect(shownProfile(mara)).toMatchObject({ bio: "Hello", twitter: social });
  expect(shownProfile(nerfed)).toEqual({ displayName: "Ab3Def", bio: "", pfp: null, twitter: null, farcaster: null });
});

test("an address without an account is shown by its first characters", () => {
  expect(nameAndPictureAt(address, null)).toEqual({ displayName: "Ab3Def", pfp: null });
  expect(nameAndPictureAt(address, mara)).toEqual(nameAndPictureOf(mara));
});

test.each([
  ["its own picture", "/pinned.png", mara, "/pinned.png"],
  ["its creator's without one", null, mara, "/picture.png"],
  ["none without either", null, null, null],
  ["none of a nerfed creator", "/pinned.png", nerfed, null],
])("a Tribe has %s", (_what, pinned, creator, expected) => {
  expect(tribePicture(pinned, creator)).toBe(expected);
});

test("a nerfed creator's Tribe has the short address for its name", () => {
  expect([tribeName("Embers", mara), tribeName("Embers", null), tribeName("Embers", nerfed)]).toEqual([
    "Embers",
    "Embers",
    "Ab3Def",
  ]);
});
