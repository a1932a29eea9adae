import {
  addressSchema,
  type ChatChange,
  type ChatMessage,
  messageIdSchema,
  seqSchema,
  type Uid,
  uidSchema,
} from "@tribe/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { plainMessage } from "../testing.ts";
import { insertMessage, messagesAfterChange, quoteOf, roomAfterChange } from "./index.ts";

const uid = (name: string): Uid => z.parse(uidSchema, name.padEnd(8, "x"));
const idOf = (number: number) =>
  z.parse(messageIdSchema, `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`);
const message = (number: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  id: idOf(number),
  mint: z.parse(addressSchema, "So11111111111111111111111111111111111111112"),
  ...plainMessage,
  seq: z.parse(seqSchema, number * 10),
  number,
  clientId: "c",
  type: "text",
  text: `message ${number}`,
  author: { uid: uid("author"), address: null, displayName: "Author", pfp: null },
  sentAt: 0,
  ...rest,
});
const replyTo = (to: ChatMessage): ChatMessage["replyTo"] => {
  const { id, seq, number, type, text, author } = to;
  return { id, seq, number, type, text, author, isDeleted: false };
};
const reaction = (by: string, isOn: boolean, count: number, emoji: string | null = "🔥"): ChatChange => ({
  kind: "reaction",
  messageId: idOf(1),
  uid: uid(by),
  reaction: emoji ? "emoji" : "like",
  emoji,
  isOn,
  count,
});
const all = (messages: readonly ChatMessage[], ...changes: readonly ChatChange[]) =>
  changes.reduce((now, change) => messagesAfterChange(now, change, uid("me")), messages);

test("a message is inserted by its sequence number, once", () => {
  const known = [message(1), message(3)];
  expect(insertMessage(known, message(4)).map(({ number }) => number)).toEqual([1, 3, 4]);
  expect(insertMessage(known, message(2)).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(insertMessage(known, message(3, { text: "newer" })).map(({ text }) => text)).toEqual(["message 1", "newer"]);
});

describe("reactions", () => {
  test("have the count of the change, and are the caller's own only by the caller's changes", () => {
    const [one] = all([message(1)], reaction("other", true, 1), reaction("me", true, 2), reaction("third", true, 3));
    expect(one?.reactions).toEqual([{ kind: "emoji", emoji: "🔥", count: 3, mine: true }]);
    const [less] = all(one ? [one] : [], reaction("me", false, 2));
    expect(less?.reactions).toEqual([{ kind: "emoji", emoji: "🔥", count: 2, mine: false }]);
  });

  test("are sorted with likes first, and disappear with the last person who gave one", () => {
    const [one] = all([message(1)], reaction("a", true, 1), reaction("b", true, 1, null), reaction("c", true, 1, "👍"));
    expect(one?.reactions.map(({ emoji }) => emoji)).toEqual([null, "👍", "🔥"]);
    expect(all(one ? [one] : [], reaction("b", false, 0, null))[0]?.reactions).toHaveLength(2);
  });

  test("have the same result however often a change is applied", () => {
    const changes = [reaction("a", true, 1), reaction("me", true, 2), reaction("a", false, 1)];
    expect(all([message(1)], ...changes, ...changes)).toEqual(all([message(1)], ...changes));
  });
});

test("an edit changes the message and its quotes in replies", () => {
  const first = message(1);
  const edited: ChatChange = { kind: "edited", messageId: first.id, text: "better", mentions: [], editedAt: 5 };
  const [own, reply] = all([first, message(2, { replyTo: replyTo(first) })], edited);
  expect(own).toMatchObject({ text: "better", editedAt: 5 });
  expect(reply?.replyTo?.text).toBe("better");
});

test("a deleted message is an empty tombstone, also where it is quoted, and stays one", () => {
  const first = message(1, { reactions: [{ kind: "like", emoji: null, count: 1, mine: true }] });
  const deleted = { kind: "deleted", messageId: first.id, deletedAt: 7, deletedBy: "chief" } as const;
  const edited: ChatChange = { kind: "edited", messageId: first.id, text: "again", mentions: [], editedAt: 5 };
  const [own, reply] = all([first, message(2, { replyTo: replyTo(first) })], deleted, edited, reaction("a", true, 1));
  expect(own).toMatchObject({ text: "", reactions: [], deletedAt: 7, deletedBy: "chief", editedAt: null });
  expect(reply?.replyTo).toMatchObject({ text: "", isDeleted: true });
});

test("one message is pinned at a time", () => {
  const pin = (number: number | null): ChatChange => ({ kind: "pinned", messageId: number ? idOf(number) : null });
  const pinned = all([message(1), message(2)], pin(1), pin(2));
  expect(pinned.map(({ isPinned }) => isPinned)).toEqual([false, true]);
  expect(all(pinned, pin(null)).map(({ isPinned }) => isPinned)).toEqual([false, false]);
});

test("a change that does not concern the messages returns the same list", () => {
  const messages = [message(1)];
  const settings = { groupSize: 24, slowMode: 10, onlyChiefWrites: true, preview: false } as const;
  expect(messagesAfterChange(messages, { kind: "settings", settings }, null)).toBe(messages);
  expect(messagesAfterChange(messages, { kind: "member", uid: uid("a"), state: "expired" }, null)).toBe(messages);
  expect(
    messagesAfterChange(messages, { kind: "deleted", messageId: idOf(9), deletedAt: 1, deletedBy: "author" }, null),
  ).toBe(messages);
  const room = { settings: { ...settings, slowMode: 0 as const }, pinnedId: null };
  expect(roomAfterChange(room, { kind: "settings", settings })).toEqual({ settings, pinnedId: null });
  expect(roomAfterChange(room, { kind: "pinned", messageId: idOf(1) }).pinnedId).toBe(idOf(1));
});

test("a quote ends with a whole character", () => {
  expect(quoteOf("short")).toBe("short");
  expect(quoteOf(`${"x".repeat(199)}😀`)).toBe("x".repeat(199));
});
