import {
  addressSchema,
  type ChatMessage,
  editWindowSeconds,
  messageIdSchema,
  seqSchema,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { availableActions } from "./available-actions.ts";

const author = z.parse(uidSchema, "person-01");
const other = z.parse(uidSchema, "person-02");
const message: ChatMessage = {
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
const liked: ChatMessage = { ...message, reactions: [{ kind: "like", emoji: null, count: 1, mine: false }] };
const end = message.sentAt + editWindowSeconds * 1_000;

it("allows an author to edit a text for 15 minutes, and to delete it at any time", () => {
  const own = { uid: author, isChief: false };
  expect(availableActions(message, own, end - 1)).toEqual(["reply", "copy", "share", "edit", "delete"]);
  expect(availableActions(message, own, end)).toEqual(["reply", "copy", "share", "delete"]);
});

it("allows others to report a message, and the Chief also to pin and delete it", () => {
  expect(availableActions(liked, { uid: other, isChief: false }, 0)).toEqual([
    "reply",
    "copy",
    "likes",
    "report",
    "block",
  ]);
  expect(availableActions(message, { uid: other, isChief: true }, 0)).toEqual([
    "reply",
    "copy",
    "pin",
    "report",
    "block",
    "delete",
  ]);
  expect(availableActions({ ...message, isPinned: true }, { uid: other, isChief: true }, 0)).toContain("unpin");
});

it("offers nothing for a deleted message", () => {
  expect(availableActions({ ...message, text: "", deletedAt: 2 }, { uid: author, isChief: true }, 3)).toEqual([]);
});
