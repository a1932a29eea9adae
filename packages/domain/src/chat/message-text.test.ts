import { expect, test } from "vitest";
import { isEmptyText } from "./message-text.ts";

/** By their code points, since an editor shows none of them. */
const unseen = [
  ...[0x20, 0x0a, 0xa0, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x1680, 0x17b4, 0x180b, 0x180e, 0x2000, 0x200b, 0x200c],
  ...[0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2060, 0x2063, 0x2066, 0x2069, 0x206f, 0x2800, 0x3000],
  ...[0x3164, 0xfe00, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffc, 0x13441, 0x16fe4, 0x1d159, 0xe0001, 0xe0020],
  ...[0xe007f, 0xe0100],
];

test.each(unseen)("a text of the character %i alone, or between spaces, is empty", (point) => {
  const character = String.fromCodePoint(point);
  for (const text of [character, ` ${character}\n${character} `, `\u3164${character}\u200B`])
    expect(isEmptyText(text)).toBe(true);
  expect(isEmptyText(`${character}a`)).toBe(false);
});

test.each(["a", ".", "0", "日", "ب", "🔥", "❤️", "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "→", "…", "\uF8FF", "\u0301", "می\u200Cروم"])(
  "%j is not empty",
  (text) => expect(isEmptyText(text)).toBe(false),
);

test("no text at all is empty", () => expect(isEmptyText("")).toBe(true));
