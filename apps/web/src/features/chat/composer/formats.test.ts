import { formatOf } from "@tribe/domain/markup";
import { expect, it, test } from "vitest";
import { type Format, formatOfKey, formatted, keysOf } from "./formats.ts";

const key = (name: string, rest = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
});
/** A text whose selection is in brackets, formatted: again with its selection in brackets. */
const after = (written: string, format: Format): string => {
  const start = written.indexOf("[");
  const end = written.indexOf("]") - 1;
  const text = written.replace(/[[\]]/gu, "");
  const { from, to, piece, selected } = formatted(text, start, end, format);
  const next = text.slice(0, from) + piece + text.slice(to);
  return `${next.slice(0, selected[0])}[${next.slice(...selected)}]${next.slice(selected[1])}`;
};

it("asks for a format by the keys of other editors, with Cmd where there is one, and by no others", () => {
  const control = { ctrlKey: true };
  const command = { metaKey: true };
  expect(formatOfKey(key("b", control), false)).toBe("bold");
  expect(formatOfKey(key("B", control), false)).toBe("bold"); // with Caps Lock
  expect(formatOfKey(key("I", command), true)).toBe("italic");
  expect(formatOfKey(key("x", { ...control, shiftKey: true }), false)).toBe("strike");
  expect(formatOfKey(key(">", { ...control, shiftKey: true }), false)).toBe("quote");
  expect(formatOfKey(key("e", command), true)).toBe("code");
  for (const other of [key("b"), key("x", control), key("b", { ...control, shiftKey: true }), key("e", command)])
    expect(formatOfKey(other, false)).toBe(null);
  // It moves the caret to the end of the line.
  expect(formatOfKey(key("e", control), true)).toBe(null);
});

it("writes the keys as the keyboard has them", () => {
  expect((["bold", "strike", "quote", "spoiler"] as const).map((format) => keysOf(format, false))).toEqual([
    "Ctrl+B",
    "Ctrl+Shift+X",
    "Ctrl+Shift+.",
    null,
  ]);
  expect((["bold", "strike", "quote"] as const).map((format) => keysOf(format, true))).toEqual(["⌘B", "⇧⌘X", "⇧⌘."]);
});

test.each<[string, Format, string]>([
  ["so [it] is", "bold", "so **[it]** is"],
  ["so **[it]** is", "bold", "so [it] is"],
  ["so [**it**] is", "bold", "so [it] is"],
  ["so[ it ]is", "italic", "so _[it]_ is"],
  ["so []", "italic", "so _[]_"],
  ["so [it] is", "strike", "so ~~[it]~~ is"],
  ["so [it] is", "spoiler", "so ||[it]|| is"],
  ["run [npm i] now", "code", "run `[npm i]` now"],
  ["[`a` or `b`]", "code", "`[`a` or `b`]`"],
  ["run [npm i\nnpm t] now", "code", "run \n```\n[npm i\nnpm t]\n```\n now"],
  ["[a\nb]", "code", "```\n[a\nb]\n```"],
  ["one\nt[w]o\nthree", "quote", "one\n[> two]\nthree"],
  ["o[ne\ntwo]", "quote", "[> one\n> two]"],
  ["[> one\n> two]\nthree", "quote", "[one\ntwo]\nthree"],
  ["[one\n]two", "quote", "[> one]\ntwo"],
])("%j in %s is %j", (before, format, expected) => expect(after(before, format)).toBe(expected));

it("formats what is selected as the message shows it", () => {
  const kinds = (format: Format) => {
    const { from, to, piece } = formatted("so it is", 3, 5, format);
    return formatOf("so it is".slice(0, from) + piece + "so it is".slice(to)).map(({ kind }) => kind);
  };
  expect(kinds("italic")).toEqual(["words", "italic", "words"]);
  expect(kinds("spoiler")).toEqual(["words", "spoiler", "words"]);
  expect(kinds("code")).toEqual(["words", "code", "words"]);
  expect(kinds("quote")).toEqual(["quote"]);
});
