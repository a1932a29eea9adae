import { formatOf } from "@tribe/domain/markup";
import { expect, it } from "vitest";
import { marked, marksOfKey } from "./format-keys.ts";

const key = (name: string, rest = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...rest,
});
/** The text after it, with its selection in brackets. */
const after = (text: string, start: number, end: number, mark: string) => {
  const { from, to, piece, selected } = marked(text, start, end, mark);
  const next = text.slice(0, from) + piece + text.slice(to);
  return `${next.slice(0, selected[0])}[${next.slice(...selected)}]${next.slice(selected[1])}`;
};

it("asks for marks by Ctrl or Cmd with B or I alone", () => {
  expect(marksOfKey(key("b", { ctrlKey: true }))).toBe("**");
  expect(marksOfKey(key("I", { metaKey: true }))).toBe("_");
  for (const other of [key("b"), key("b", { ctrlKey: true, shiftKey: true }), key("x", { ctrlKey: true })])
    expect(marksOfKey(other)).toBe(null);
});

it("puts marks around the selected words, and takes them away again", () => {
  expect(after("so it is", 3, 5, "**")).toBe("so **[it]** is");
  expect(after("so **it** is", 5, 7, "**")).toBe("so [it] is");
  expect(after("so it is", 2, 6, "_")).toBe("so _[it]_ is");
  expect(after("so ", 3, 3, "_")).toBe("so _[]_");
  expect(formatOf("so _it_ is").map(({ kind }) => kind)).toEqual(["words", "italic", "words"]);
});
