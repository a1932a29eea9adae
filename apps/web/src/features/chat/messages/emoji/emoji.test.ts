import { emojiSchema } from "@tribe/contract";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { findEmoji, pickerEmoji, quickEmoji } from "./emoji.ts";

it("offers only emoji that the server accepts as reactions, each once and with a name", () => {
  for (const { emoji, name } of [...quickEmoji, ...pickerEmoji]) {
    expect(z.safeParse(emojiSchema, emoji).success, emoji).toBe(true);
    expect(name).not.toBe("");
  }
  expect(new Set(pickerEmoji.map(({ emoji }) => emoji)).size).toBe(pickerEmoji.length);
});

it("finds emoji by the beginnings of the words in their names", () => {
  expect(findEmoji("THU up").map(({ emoji }) => emoji)).toEqual(["👍"]);
  expect(findEmoji("  ")).toHaveLength(pickerEmoji.length);
  expect(findEmoji("nothing like this")).toEqual([]);
});
