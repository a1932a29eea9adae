import { expect, test } from "vitest";
import { isRenewable, sessionExpiry } from "./session.ts";

const day = 86_400_000;
const opened = Date.parse("2026-03-01T12:00:00Z");

test.each([
  ["ends a month after it was opened", 0, 30, true],
  ["ends a month after it was last renewed", 20, 50, true],
  ["ends after three months, however late it was renewed", 89, 90, true],
  ["can't be renewed once its three months are over", 90, 90, false],
])("a session %s", (_what, renewedOn, endsOn, renewable) => {
  const now = opened + renewedOn * day;
  expect(sessionExpiry(opened, now)).toEqual(new Date(opened + endsOn * day));
  expect(isRenewable(opened, now)).toBe(renewable);
});
