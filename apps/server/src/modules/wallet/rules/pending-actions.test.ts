import type { Address, Base64, Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import { phaseOf, standingWaits, withActionsOf, withoutAction, withRequested } from "./pending-actions.ts";
import type { EmailChange, KeyWait, RecoveryWait, WalletRecord } from "./record.ts";

const now = 1_000_000;
const here = "here" as Base64; // any text does
const there = "there" as Base64;
const times = { askedAt: now - 20, readyAt: now - 10, expiresAt: now + 10, devicePublicKey: here };
const key: KeyWait = { id: "a-key", kind: "export", ...times };
const send = { id: "a-send", what: "transfer", address: "to" as Address, lamports: "1", ...times } as const;
const recovery: RecoveryWait = {
  id: "a-recovery",
  ...times,
  sessionId: "session",
  deviceId: "device",
  sentTo: "old@example.org",
  place: { device: "Firefox", network: "somewhere" },
};
const email: EmailChange = {
  id: "an-email",
  email: "new@example.org",
  askedAt: now - 20,
  from: now + 10,
  devicePublicKey: here,
};
const record: WalletRecord = {
  format: 1,
  uid: "somebody" as Uid,
  version: 7,
  address: "wallet" as Address,
  recoveryEmail: "old@example.org",
  devices: [here, there],
  waits: [key],
  sends: [send as never],
  recoveries: [recovery],
  emailChange: email,
};

test.each([
  [9, 20, "waiting"],
  [10, 20, "ready"],
  [19, 20, "ready"],
  [20, 20, "expired"],
])("at %i a wait that is ready at 10 and expires at %i is %s", (at, expiresAt, phase) => {
  expect(phaseOf({ readyAt: 10, expiresAt }, at)).toBe(phase);
});

test.each([
  ["a-key", "key", { waits: [] }],
  ["a-send", "send", { sends: [] }],
  ["a-recovery", "recovery", { recoveries: [] }],
])("stopping %s removes that action of kind %s and no other", (id, kind, left) => {
  const stopped = withoutAction(record, id, now);
  expect(stopped?.stopped.kind).toBe(kind);
  expect(stopped?.record).toEqual({ ...record, version: 8, ...left });
});

test("stopping a change of the recovery address keeps the former one", () => {
  const { emailChange: _, ...rest } = record;
  expect(withoutAction(record, "an-email", now)).toEqual({
    record: { ...rest, version: 8 },
    stopped: { kind: "email", wait: email },
  });
});

test("an unknown id stops nothing, and neither does that of a change that is in force", () => {
  expect(withoutAction(record, "another", now)).toBeNull();
  expect(withoutAction(record, "an-email", now + 10)).toBeNull();
});

const request = { kind: "key" as const, isSame: ({ kind }: KeyWait) => kind === "export" };

test("requested again, a wait stays as it is", () => {
  const make = () => {
    throw new Error("no other wait is made");
  };
  expect(withRequested(record, { ...request, make }, now)).toEqual({ record, wait: key, isNew: false });
});

test("a wait that has expired is made anew, and the expired one is dropped", () => {
  const made: KeyWait = { ...key, id: "made", readyAt: now + 50, expiresAt: now + 60 };
  const next = withRequested(record, { ...request, make: () => made }, now + 10);
  expect(next).toEqual({ record: { ...record, version: 8, waits: [made] }, wait: made, isNew: true });
});

test("a wait that another replaces does not count beside it", () => {
  const made: KeyWait = { ...key, id: "made" };
  const isReplaced = () => true;
  const counts: number[] = [];
  const make = (others: number) => {
    counts.push(others);
    return made;
  };
  const next = withRequested(record, { kind: "key", isSame: () => false, isReplaced, make }, now);
  expect(next.record.waits).toEqual([made]);
  expect(counts).toEqual([0]);
});

test("ending a browser ends what it has requested, except a recovery, whose browser has no share yet", () => {
  const { emailChange: _, ...rest } = record;
  expect(withActionsOf(record, [there], now)).toEqual({ ...rest, waits: [], sends: [] });
  expect(withActionsOf(record, [here], now)).toEqual(record);
});

test("only waits that have not expired stand", () => {
  expect(standingWaits(record, "recovery", now)).toEqual([recovery]);
  expect(standingWaits(record, "recovery", now + 10)).toEqual([]);
});
