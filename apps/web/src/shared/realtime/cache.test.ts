import {
  type AnswerOf,
  addressSchema,
  type ChatMessage,
  messageIdSchema,
  type routes,
  seqSchema,
  uidSchema,
} from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { chatsAfterMessage } from "./cache.ts";

type Chat = AnswerOf<typeof routes.chat.mine>["chats"][number];

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const other = z.parse(addressSchema, "11111111111111111111111111111111");
const message = (seq: number, text: string): ChatMessage => ({
  id: z.parse(messageIdSchema, "00000000-0000-4000-8000-000000000000"),
  mint,
  seq: z.parse(seqSchema, seq),
  clientId: `c${seq}`,
  type: "text",
  text,
  author: { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Mara", pfp: null },
  sentAt: 0,
});
const chat = (of: Chat["mint"], lastMessage: ChatMessage | null): Chat => ({
  mint: of,
  name: "Mara",
  symbol: "MARA",
  pfp: null,
  state: "active",
  lastMessage,
});
const texts = (chats: readonly Chat[]) => chats.map(({ lastMessage }) => lastMessage?.text ?? null);

it("shows a new message under its Tribe, also the first one, and leaves the others in their places", () => {
  const chats = [chat(other, null), chat(mint, null)];
  const first = chatsAfterMessage(chats, message(0, "first"));
  expect(texts(first)).toEqual([null, "first"]);
  expect(texts(chatsAfterMessage(first, message(1, "second")))).toEqual([null, "second"]);
});

it("does not go back to an older message that comes late", () => {
  expect(texts(chatsAfterMessage([chat(mint, message(5, "newest"))], message(4, "late")))).toEqual(["newest"]);
});
