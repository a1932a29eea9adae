import type { KeyboardEvent } from "react";

/** What can be done to words of a message. */
export type Format = "bold" | "italic" | "strike" | "quote" | "spoiler" | "code";

/** The marks around words of a format. A quote has its mark before each line. */
const marks: Readonly<Record<Exclude<Format, "quote">, string>> = {
  bold: "**",
  italic: "_",
  strike: "~~",
  spoiler: "||",
  code: "`",
};

/** The letters with Ctrl or Cmd, as in other editors; a capital letter is one with Shift. None for a spoiler: others have none. */
const letters: Readonly<Record<string, Format>> = { b: "bold", i: "italic", X: "strike", e: "code", ">": "quote" };

/** Whether the keyboard has Cmd: there Ctrl with a letter moves the caret. */
export const isApple = (): boolean => /Mac|iPhone|iPad/u.test(navigator.userAgent);

/**
 * The format that a key press asks for; null for other keys.
 * @param hasCommand whether the keyboard has Cmd
 */
export const formatOfKey = (
  {
    key,
    ctrlKey,
    metaKey,
    altKey,
    shiftKey,
  }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  hasCommand: boolean,
): Format | null => {
  if (altKey || !(hasCommand ? metaKey && !ctrlKey : ctrlKey && !metaKey)) return null;
  return letters[shiftKey ? key.toUpperCase() : key.toLowerCase()] ?? null;
};

/** The keys of a format, as they are written; null without any. */
export const keysOf = (format: Format, hasCommand: boolean): string | null => {
  const letter = Object.entries(letters).find(([, of]) => of === format)?.[0];
  if (letter === undefined) return null;
  const isShifted = letter !== letter.toLowerCase() || letter === ">";
  const name = letter === ">" ? "." : letter.toUpperCase();
  return hasCommand ? `${isShifted ? "⇧" : ""}⌘${name}` : `Ctrl+${isShifted ? "Shift+" : ""}${name}`;
};

/** A replacement of a part of a text, and what is selected afterwards. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly piece: string;
  readonly selected: readonly [from: number, to: number];
}

const quoteMark = /^> ?/gmu;

/** Puts the mark of a quote before each line of what is selected; or takes it away, if all of them have it. */
const quoted = (text: string, start: number, end: number): Replacement => {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", Math.max(end - 1, start));
  const to = lineEnd < 0 ? text.length : lineEnd;
  const lines = text.slice(from, to).split("\n");
  const isQuoted = lines.every((line) => line.startsWith(">"));
  const piece = lines.map((line) => (isQuoted ? line.replace(quoteMark, "") : `> ${line}`)).join("\n");
  return { from, to, piece, selected: [from, from + piece.length] };
};

/** A block of code, with its marks on lines of their own. */
const codeBlock = (text: string, from: number, to: number): Replacement => {
  const before = from === 0 || text[from - 1] === "\n" ? "```\n" : "\n```\n";
  const after = to === text.length || text[to] === "\n" ? "\n```" : "\n```\n";
  const start = from + before.length;
  return { from, to, piece: before + text.slice(from, to) + after, selected: [start, start + to - from] };
};

/**
 * Formats what is selected, without the spaces at its ends, where marks format nothing; or takes the format away, if it has it.
 * Without a selection the caret is between the marks.
 */
export const formatted = (text: string, start: number, end: number, format: Format): Replacement => {
  if (format === "quote") return quoted(text, start, end);
  const chosen = text.slice(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  const words = text.slice(from, to);
  if (format === "code" && words.includes("\n")) return codeBlock(text, from, to);
  const mark = marks[format];
  const size = mark.length;
  const isBetween = from >= size && text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
  if (isBetween && words !== "")
    return { from: from - size, to: to + size, piece: words, selected: [from - size, to - size] };
  const inner = words.slice(size, -size);
  if (words === mark + inner + mark && inner !== "" && !inner.includes(mark))
    return { from, to, piece: inner, selected: [from, from + inner.length] };
  return { from, to, piece: mark + words + mark, selected: [from + size, to + size] };
};
