import { type Mint, type Notice, type NotificationSettingsChange, notificationSettingsOf } from "@tribe/contract";
import { expect, test } from "vitest";
import type { NoticeRow } from "../schema.ts";
import { decideNoticePush } from "./push-decision.ts";

const mint = "tribe" as Mint; // any text does
const now = Date.parse("2026-03-01T12:00:00Z");
// Only these are read.
const row = (changes: Partial<NoticeRow> = {}) =>
  ({ type: "chat_new_message", at: new Date(now - 1_000), readAt: null, pushedAt: null, ...changes }) as NoticeRow;
const notice = { type: "chat_new_message", mint } as Notice;
const muted: NotificationSettingsChange = { tribeSettings: { [mint]: "mute" } };
type Facts = Parameters<typeof decideNoticePush>[0];

const decision = (changes: Partial<Facts> = {}, chosen: NotificationSettingsChange = {}) => {
  const facts: Facts = {
    row: row(),
    notice,
    settings: notificationSettingsOf(chosen),
    isChief: false,
    isVisible: false,
    isRead: false,
    recent: [],
    ...changes,
  };
  const { kind, ...rest } = decideNoticePush(facts, now);
  return "why" in rest ? rest.why : kind;
};

test.each<readonly [string, Partial<Facts>, NotificationSettingsChange, string]>([
  ["a new message", {}, {}, "send"],
  ["one of a Tribe that was muted since", {}, muted, "unwanted"],
  ["one that was read in the list", { row: row({ readAt: new Date(now) }) }, {}, "stale"],
  ["one that was read in the chat", { isRead: true }, {}, "stale"],
  ["one that is gone, or that the person may not read any more", { notice: null }, {}, "stale"],
  ["one that the person sees", { isVisible: true }, {}, "visible"],
  [
    "a reaction to a message that was read long ago",
    { row: row({ type: "chat_reaction" }), notice: { ...notice, type: "chat_reaction" } as Notice, isRead: true },
    {},
    "send",
  ],
])("the push of %s", (_what, facts, chosen, expected) => {
  expect(decision(facts, chosen)).toBe(expected);
});

test("a Chief's own switch decides about their Tribe", () => {
  const own: NotificationSettingsChange = {
    pushNotification: { messagesFromMyTribe: true, messagesFromOtherTribes: false },
  };
  expect([decision({ isChief: true }, own), decision({ isChief: false }, own)]).toEqual(["send", "unwanted"]);
});
