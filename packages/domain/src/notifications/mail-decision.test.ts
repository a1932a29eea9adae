import { type NotificationType, notificationTypes } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { decideMail, type MailState } from "./mail-decision.ts";

const now = Date.parse("2026-07-01T12:00:00Z");
const hour = 3_600_000;
const stateOf = (changes: Partial<MailState>): MailState => ({
  type: "chat_booted",
  now,
  at: now,
  isWanted: true,
  isStale: false,
  isStopped: false,
  lastAt: null,
  ...changes,
});
/** For how many hours a mail of a type may be sent; the other types have no mail of their own. */
const worth: Partial<Record<NotificationType, number>> = { chat_booted: 24, seat_alarm: 2, system: 72 };

describe.each(notificationTypes)("a mail of %s", (type) => {
  const hours = worth[type] ?? 0;

  test("is sent within that time, and never later", () => {
    const late = { kind: "drop", why: "late" };
    expect(decideMail(stateOf({ type }))).toEqual(hours > 0 ? { kind: "send" } : late);
    expect(decideMail(stateOf({ type, at: now - hours * hour }))).toEqual(late);
    if (hours > 0) expect(decideMail(stateOf({ type, at: now - hours * hour + 1 }))).toEqual({ kind: "send" });
  });

  test.each([
    ["unwanted", { isWanted: false }],
    ["stale", { isStale: true }],
    ["stopped", { isStopped: true }],
  ] as const)("is dropped when it is %s", (why, changes) => {
    expect(decideMail(stateOf({ type, ...changes }))).toEqual({ kind: "drop", why });
  });
});

test("nobody gets two mails about the same subject in a day", () => {
  expect(decideMail(stateOf({ lastAt: now - 24 * hour + 1 }))).toEqual({ kind: "drop", why: "repeated" });
  expect(decideMail(stateOf({ lastAt: now - 24 * hour }))).toEqual({ kind: "send" });
  // An alarm that rings again is mailed again: its own rule has paused.
  expect(decideMail(stateOf({ type: "seat_alarm", lastAt: now - 1 }))).toEqual({ kind: "send" });
});
