import { type Mint, type NotificationSettingsChange, notificationSettingsOf, type Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import type { BusEvents } from "../../../engines/bus/port.ts";
import { lastSeatChanges, seatLossDraft, walletDraft } from "./own-drafts.ts";
import type { Receiver } from "./receivers.ts";

// Names instead of real ids: the rules only compare them.
const [mint, other] = ["tribe" as Mint, "another tribe" as Mint];
const [ann, ben] = ["ann" as Uid, "ben" as Uid];
const now = new Date("2026-03-01T12:00:00Z");
const blocked = { code: "seat.blocked" } as const;
const wantsAll = {
  emailNotification: { insufficientTokensToAccessTribe: true },
  pushNotification: { insufficientTokensToAccessTribe: true },
};

const person = (chosen: NotificationSettingsChange = {}, hasPush = true): Receiver => ({
  uid: ann,
  settings: notificationSettingsOf(chosen),
  hasPush,
});
const change = (uid: Uid, where: Mint, state: BusEvents["seat.changed"]["state"]) =>
  ({ uid, mint: where, state, loss: null }) as BusEvents["seat.changed"]; // only these are compared
const outranked = { code: "seat.outranked", tokensToReturn: "1" };
const lost = (loss: object | null) => ({ ...change(ann, mint, "expired"), loss }) as BusEvents["seat.changed"]; // as above

test("of several changes of a seat the last one counts", () => {
  const last = lastSeatChanges([
    change(ann, mint, "expired"),
    change(ben, mint, "expired"),
    change(ann, other, "expired"),
    change(ann, mint, "active"),
  ]);
  expect(last.map(({ uid, mint: where, state }) => `${uid} ${where} ${state}`)).toEqual([
    "ann tribe active",
    "ben tribe expired",
    "ann another tribe expired",
  ]);
});

test.each<readonly [string, object | null, Receiver | undefined, object | null]>([
  ["is pushed and mailed", outranked, person(wantsAll), { push: true, mail: true }],
  ["is not mailed when the Chief has blocked the person", blocked, person(wantsAll), { push: true, mail: false }],
  ["is not pushed without a browser for it", outranked, person(wantsAll, false), { push: false, mail: true }],
  [
    "is in the list even if push and mail are switched off",
    outranked,
    person({
      emailNotification: { insufficientTokensToAccessTribe: false },
      pushNotification: { insufficientTokensToAccessTribe: false },
    }),
    { push: false, mail: false },
  ],
  ["that was given up is no notice", null, person(wantsAll), null],
  ["of a deleted account is no notice", outranked, undefined, null],
])("a lost seat %s", (_what, loss, receiver, expected) => {
  const draft = seatLossDraft(lost(loss), receiver, now);
  if (expected === null) expect(draft).toBeNull();
  else expect(draft).toMatchObject({ uid: ann, key: "booted:tribe", at: now, isSeen: false, ...expected });
});

test("what happened to a wallet is pushed to its owner and not mailed, which the wallet does", () => {
  const moved = { uid: ann, what: "moved" } as const;
  expect(walletDraft(moved, person(), now)).toMatchObject({ key: "wallet:moved", push: true, mail: false });
  expect(walletDraft(moved, person({}, false), now)).toMatchObject({ push: false });
  expect(walletDraft(moved, undefined, now)).toBeNull();
});
