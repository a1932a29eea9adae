import { type ChatMessage, messageIdSchema, seqSchema, uidSchema } from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { unreadMentions } from "./unread-mentions.ts";

const uid = (name: string) => z.parse(uidSchema, name.padEnd(8, "x"));
const me = uid("me");
const author = (name: string) => ({ uid: uid(name), address: null, displayName: name, pfp: null });
const place = (number: number) => ({
  id: z.parse(messageIdSchema, `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`),
  seq: z.parse(seqSchema, number * 10),
  number,
});
const mention = { uid: me, start: 0, length: 3, displayName: "Me", address: null };
const message = (number: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  ...plainMessage,
  ...place(number),
  mint: z.parse(z.pipe(z.string(), z.any()), "So11111111111111111111111111111111111111112"),
  clientId: "c",
  type: "text",
  text: "@me",
  author: author("other"),
  sentAt: 0,
  ...rest,
});
const answer = { ...place(1), type: "text", text: "", isDeleted: false } as const;
const numbers = (...of: Parameters<typeof unreadMentions>) => unreadMentions(...of).map(({ number }) => number);

it("joins what the server knew with what is loaded, without what is read, shown, deleted or one's own", () => {
  const read = { number: 3, unread: 9 };
  const loaded = [
    message(3, { mentions: [mention] }),
    message(5, { mentions: [mention] }),
    message(6),
    message(7, { replyTo: { ...answer, author: author("me") } }),
    message(8, { replyTo: { ...answer, author: author("third") } }),
    message(9, { mentions: [mention], author: author("me") }),
    message(10, { deletedAt: 5 }),
  ];
  const room = { read, mentions: [4, 5, 10].map(place) };
  expect(numbers(room, loaded, me, 0)).toEqual([4, 5, 7]);
  expect(numbers(room, loaded, me, 4)).toEqual([5, 7]);
  expect(numbers({ read }, [], me, 0)).toEqual([]);
});
