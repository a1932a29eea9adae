import { addressSchema, type ChatMessage, messageIdSchema, seqSchema, uidSchema } from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { isLoadedToUnread, openingPosition } from "./opening-position.ts";

const [me, mara, blockedOne] = ["person-me", "person-01", "person-02"].map((uid) => z.parse(uidSchema, uid));
const idOf = (number: number) =>
  z.parse(messageIdSchema, `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
const by = (author: ChatMessage["author"]["uid"] | undefined, number: number): ChatMessage => ({
  ...plainMessage,
  id: idOf(number),
  mint: z.parse(addressSchema, "So11111111111111111111111111111111111111112"),
  seq: z.parse(seqSchema, number),
  number,
  clientId: `c${number}`,
  type: "text",
  text: `message ${number}`,
  author: { uid: z.parse(uidSchema, author), address: null, displayName: "Somebody", pfp: null },
  sentAt: number,
});

/** Messages 11 to 14, all by Mara; older ones are on the server. */
const all = { messages: [11, 12, 13, 14].map((number) => by(mara, number)), hasMore: true, hasNewer: false };
const endsWith = (author: typeof me) => ({ ...all, messages: [...all.messages.slice(0, 3), by(author, 14)] });
const nobodyBlocked = { me: me ?? null, blocked: new Set<NonNullable<typeof me>>(), isSending: false };
const blocking = { ...nobodyBlocked, blocked: new Set([z.parse(uidSchema, blockedOne)]) };
const readTo = (before: number | null) => ({ before, isKnown: true });
const at = (kind: "found" | "unread", number: number) => ({ kind, id: idOf(number) });
const end = { kind: "end" };

it.each([
  ["nothing is unread", all, null, null, nobodyBlocked, end],
  ["all but the first is unread", all, 11, null, nobodyBlocked, at("unread", 12)],
  ["all that is loaded is unread", all, 10, null, nobodyBlocked, at("unread", 11)],
  ["more is unread than is loaded", all, 9, null, nobodyBlocked, end],
  ["the whole chat is loaded and unread", { ...all, hasMore: false }, 0, null, nobodyBlocked, at("unread", 11)],
  ["the unread messages are not loaded yet", all, 14, null, nobodyBlocked, end],
  ["a chat without messages", { ...all, messages: [] }, null, null, nobodyBlocked, end],
  ["a link to a message", all, null, 12, nobodyBlocked, at("found", 12)],
  ["a link to a message while others are unread", all, 11, 14, nobodyBlocked, at("found", 14)],
  ["a link to a message that is not loaded", all, null, 2, nobodyBlocked, end],
  ["a link to one that is not loaded while others are unread", all, 12, 2, nobodyBlocked, at("unread", 13)],
  ["the last message is the person's own", endsWith(me), 11, null, nobodyBlocked, end],
  ["an own message is being sent", all, 11, null, { ...nobodyBlocked, isSending: true }, end],
  [
    "an own message is the last of an older part",
    { ...endsWith(me), hasNewer: true },
    11,
    null,
    nobodyBlocked,
    at("unread", 12),
  ],
  ["a link while an own message is the last", endsWith(me), 11, 12, nobodyBlocked, at("found", 12)],
  ["only a blocked person's message is unread", endsWith(blockedOne), 13, null, blocking, end],
  ["a blocked person's message is the last of several", endsWith(blockedOne), 12, null, blocking, at("unread", 13)],
  ["a visitor", all, 11, null, { ...nobodyBlocked, me: null }, at("unread", 12)],
])("opens where it should: %s", (_, log, before, found, own, position) => {
  expect(openingPosition(log, readTo(before), found === null ? null : idOf(found), own)).toEqual(position);
});

it.each([
  ["the server's report is missing", all, { before: null, isKnown: false }, false],
  ["nothing is unread", all, readTo(null), true],
  ["the first unread message is loaded", all, readTo(13), true],
  ["the report came before the unread messages", all, readTo(14), false],
  ["an older part is shown", { ...all, hasNewer: true }, readTo(20), true],
])("waits for what is unread: %s", (_, log, reading, isLoaded) => {
  expect(isLoadedToUnread(log, reading)).toBe(isLoaded);
});
