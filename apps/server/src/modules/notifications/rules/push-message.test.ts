import {
  type Notice,
  type NotificationSettingsChange,
  notificationSettingsOf,
  type PushPayload,
} from "@tribe/contract";
import { pushWorthMs } from "@tribe/domain/notifications";
import { expect, test } from "vitest";
import type { NoticeRow } from "../schema.ts";
import { pushMessage } from "./push-message.ts";

const at = Date.parse("2026-03-01T12:00:00Z");
const notice = (text: string): Notice => ({ id: "1", at, isRead: false, route: "/", type: "system", text });
// Only these are read.
const row = { key: "system:1", type: "system", at: new Date(at) } as NoticeRow;
const messageOf = (text: string, now = at, chosen: NotificationSettingsChange = {}) =>
  pushMessage({ row, settings: notificationSettingsOf(chosen), unread: 3 }, notice(text), now);
const payloadOf = (text: string): PushPayload => JSON.parse(messageOf(text).payload);

test("a push service keeps a message for as long as it is worth reading, and no longer", () => {
  const seconds = pushWorthMs.system / 1_000;
  expect(messageOf("News").ttlSeconds).toBe(seconds);
  expect(messageOf("News", at + 10_500).ttlSeconds).toBe(seconds - 11);
  expect(messageOf("News", at + pushWorthMs.system + 1).ttlSeconds).toBe(0);
});

test("the topic has the form that RFC 8030 wants and does not reveal the subject", () => {
  expect(messageOf("News").topic).toMatch(/^[\w-]{32}$/);
  expect(messageOf("News").topic).not.toContain("system");
});

test("a long text is cut without half of a surrogate pair", () => {
  expect(payloadOf("n".repeat(240)).body).toBe("n".repeat(240));
  expect(payloadOf("n".repeat(241)).body).toBe(`${"n".repeat(239)}…`);
  expect(payloadOf(`${"n".repeat(238)}🔥🔥`).body).toBe(`${"n".repeat(238)}…`);
});
