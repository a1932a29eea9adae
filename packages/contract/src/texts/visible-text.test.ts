import { describe, expect, test } from "vitest";
import { hasLetterDigitOrEmoji, hasUnseen, withoutUnseen } from "./visible-text.ts";

/** By their code points, since an editor shows none of them. */
const unseen = [
  ...[0x00, 0x01, 0x03, 0x09, 0x0a, 0x0d, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x180e],
  ...[0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060],
  ...[0x2064, 0x2066, 0x2067, 0x2068, 0x2069, 0x206f, 0x2800, 0x3164, 0xd800, 0xdfff, 0xe000, 0xfe00, 0xfe0f, 0xfeff],
  ...[0xffa0, 0xfff9, 0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0100, 0x10fffd],
];
const character = (point: number): string =>
  point >= 0xd800 && point <= 0xdfff ? String.fromCharCode(point) : String.fromCodePoint(point);

describe("an unseen character", () => {
  test.each(unseen)("%i is found between letters and alone, and removed", (point) => {
    expect(hasUnseen(`An${character(point)}n`)).toBe(true);
    expect(hasUnseen(character(point))).toBe(true);
    expect(withoutUnseen(character(point)).trim()).toBe("");
    expect(withoutUnseen(`An${character(point)}n`)).toMatch(/^An ?n$/u);
  });

  test.each([
    ["Persian", "می\u200Cروم"],
    ["Persian after a letter that does not join", "کار\u200Cها"],
    ["Urdu", "نا\u200Cممکن"],
    ["Kurdish", "به\u200Dره\u200Dه‌م"],
    ["Hindi", "क्\u200Dष"],
    ["Hindi, without the ligature", "क्\u200Cष"],
    ["Bengali", "র\u200D্য"],
    ["Sinhala", "ශ්\u200Dරී ලංකාව"],
    ["Malayalam, a chillu at the end of a word", "അവന്\u200D വന്നു"],
    ["Kannada", "ರ\u200D್ಕ"],
    ["Mongolian", "ᠬᠠᠷ\u180Eᠠ"],
  ])("is no joiner within a word of a script that is written with it: %s", (_script, text) => {
    expect(hasUnseen(text)).toBe(false);
    expect(withoutUnseen(text)).toBe(text);
  });

  test.each([
    "👩\u200D👩\u200D👧 Family",
    "☀\uFE0F Sun",
    "☎\uFE0E",
    "1\uFE0F\u20E3 First",
    "👍🏽",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "🏳\uFE0F\u200D🌈",
    "👁\uFE0F\u200D🗨\uFE0F",
    "🏃🏽\u200D♀\uFE0F\u200D➡\uFE0F",
    "❤\uFE0F\u200D🔥",
    "🇩🇪",
  ])("is nothing within the emoji of %j", (text) => {
    expect(hasUnseen(text)).toBe(false);
    expect(withoutUnseen(text)).toBe(text);
  });

  test.each([
    ["a joiner in a Latin word", "Auf\u200Clage", "Auflage"],
    ["a joiner between scripts", "می\u200Cabc", "میabc"],
    ["a second joiner", "می\u200C\u200Cروم", "میروم"],
    ["a joiner at the end of a Persian word", "خانه\u200C", "خانه"],
    ["a joiner after an emoji", "🔥\u200D", "🔥"],
    ["a second variation selector", "☀\uFE0F\uFE0F", "☀\uFE0F"],
    ["a text in the tags of a flag", `🏴${"\u{E0061}".repeat(20)}\u{E007F}`, "🏴"],
    ["a direction mark in Hebrew", "שלום\u200F", "שלום"],
  ])("is %s", (_what, text, seen) => {
    expect(hasUnseen(text)).toBe(true);
    expect(withoutUnseen(text)).toBe(seen);
  });

  test("is replaced by a space where it separated words", () => {
    expect(withoutUnseen("a\u2028b\nc")).toBe("a b c");
  });
});

test.each([
  ["Ann", true],
  ["7", true],
  ["日本", true],
  ["عمر", true],
  ["🔥", true],
  ["🇩🇪", true],
  ["1\uFE0F\u20E3", true],
  ["", false],
  ["   ", false],
  ["\u3000\u00A0", false],
  ["...", false],
  ["\u0301", false],
  ["\u3164", false],
  ["\u115F\u1160", false],
  ["\uFFA0", false],
  ["\u200B\u2060", false],
  ["\u{E0041}", false],
])("%j has a letter, a digit or an emoji: %s", (text, has) => expect(hasLetterDigitOrEmoji(text)).toBe(has));
