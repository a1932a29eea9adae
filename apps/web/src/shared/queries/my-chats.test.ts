import type { Mint } from "@tribe/contract";
import { expect, it } from "vitest";
import { type MyChats, unreadOf } from "./my-chats.ts";

const chat = (mint: string, state: MyChats[number]["state"], unread: number | null) =>
  ({ mint, state, read: unread === null ? null : { number: 1, unread } }) as MyChats[number]; // what is counted of it

it("counts what is unread in one Tribe or in all, and nothing where the person may not read", () => {
  const chats = [chat("a", "active", 3), chat("b", "chief", 4), chat("c", "expired", 9), chat("d", "active", null)];
  expect(unreadOf(chats, null)).toBe(7);
  expect(unreadOf(chats, "b" as Mint)).toBe(4);
  expect(unreadOf(chats, "c" as Mint)).toBe(0);
  expect(unreadOf(undefined, null)).toBe(0);
});
