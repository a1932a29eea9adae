import { defaultNotificationSettings, notificationTypes } from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { burstMs, decidePush, type PushState, pushesPerHour, pushWorthMs } from "./push-decision.ts";

const now = Date.parse("2026-07-01T12:00:00Z");
const hour = 3_600_000;
const delivery = defaultNotificationSettings.delivery;
const stateOf = (changes: Partial<PushState>): PushState => ({
  type: "chat_reply",
  now,
  at: now,
  isWanted: true,
  isStale: false,
  isVisible: false,
  lastAt: null,
  recent: [],
  delivery,
  ...changes,
});

describe.each(notificationTypes)("a push of %s", (type) => {
  test("is sent at once when nothing prevents it", () => {
    expect(decidePush(stateOf({ type }))).toEqual({ kind: "send" });
  });
  test.each([
    ["unwanted", { isWanted: false }],
    ["stale", { isStale: true }],
    ["visible", { isVisible: true }],
    ["late", { at: now - pushWorthMs[type] }],
  ] as const)("is dropped when it is %s", (why, changes) => {
    expect(decidePush(stateOf({ type, ...changes }))).toEqual({ kind: "drop", why });
  });
  test("waits for the end of a burst, and no longer", () => {
    const lastAt = now - 10_000;
    expect(decidePush(stateOf({ type, lastAt }))).toEqual({ kind: "wait", until: lastAt + burstMs });
    expect(decidePush(stateOf({ type, lastAt: now - burstMs }))).toEqual({ kind: "send" });
  });
  test("waits for the end of quiet hours, or is dropped when it would be too old then", () => {
    const quietFor = (hours: number) => ({ ...delivery, quietHours: { from: 12 * 60, to: (12 + hours) * 60 } });
    expect(decidePush(stateOf({ type, delivery: quietFor(1) }))).toEqual({ kind: "wait", until: now + hour });
    const decision = decidePush(stateOf({ type, delivery: quietFor(11) }));
    expect(decision).toEqual(
      pushWorthMs[type] > 11 * hour ? { kind: "wait", until: now + 11 * hour } : { kind: "drop", why: "late" },
    );
  });
});

test("an hour allows a limited number of pushes, and the next waits until the oldest of them is an hour old", () => {
  const sent = (count: number) => Array.from({ length: count }, (_, index) => now - hour / 2 + index);
  expect(decidePush(stateOf({ recent: sent(pushesPerHour - 1) }))).toEqual({ kind: "send" });
  expect(decidePush(stateOf({ recent: sent(pushesPerHour) }))).toEqual({ kind: "wait", until: now + hour / 2 });
});

test("of several reasons to wait the longest applies", () => {
  const quiet = { ...delivery, quietHours: { from: 12 * 60, to: 13 * 60 } };
  expect(decidePush(stateOf({ lastAt: now - 1, delivery: quiet }))).toEqual({ kind: "wait", until: now + hour });
});
