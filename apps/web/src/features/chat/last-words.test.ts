import { addressSchema, type ChatMessage, messageIdSchema, seqSchema, uidSchema } from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { lastWords } from "./last-words.ts";

const author = z.parse(uidSchema, "person-01");
const other = z.parse(uidSchema, "person-02");
const lastMessage: ChatMessage = {
  ...plainMessage,
  id: z.parse(messageIdSchema, "00000000-0000-4000-8000-000000000000"),
  mint: z.parse(addressSchema, "So11111111111111111111111111111111111111112"),
  seq: z.parse(seqSchema, 1),
  clientId: "c",
  type: "text",
  text: "hello",
  author: { uid: author, address: null, displayName: "Mara", pfp: null },
  sentAt: 1_000,
};
const nobody = new Set<typeof author>();

it("shows the last message with its author, and neither for a blocked author", () => {
  const chat = { state: "active", lastMessage } as const;
  expect(lastWords(chat, other, nobody)).toBe("Mara: hello");
  expect(lastWords(chat, author, nobody)).toBe("You: hello");
  expect(lastWords(chat, other, new Set([author]))).toBe("A message from somebody you blocked");
  const gone = { ...chat, lastMessage: { ...lastMessage, text: "", deletedAt: 2 } };
  expect(lastWords(gone, other, nobody)).toBe("Mara: Deleted message");
});

it("shows first why the person has lost the seat", () => {
  expect(lastWords({ state: "expired", lastMessage }, other, nobody)).toBe("You're out · Booted");
  expect(lastWords({ state: "expired", gaveUp: true, lastMessage }, other, nobody)).toBe("You left");
  expect(lastWords({ state: "banned", lastMessage }, other, nobody)).toBe("Blocked");
  expect(lastWords({ state: "active", lastMessage: null }, other, nobody)).toBe("No messages yet");
});
