import type { KeyboardEvent } from "react";

/** The marks of what Ctrl or Cmd with a letter formats, as in other editors. */
const marks: Readonly<Record<string, string>> = { b: "**", i: "_" };

/** The marks that a key press asks for; null for other keys. */
export const marksOfKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): string | null =>
  (ctrlKey || metaKey) && !altKey && !shiftKey ? (marks[key.toLowerCase()] ?? null) : null;

/** A replacement of a part of a text, and what is selected afterwards. */
export interface Marked {
  readonly from: number;
  readonly to: number;
  readonly piece: string;
  readonly selected: readonly [from: number, to: number];
}

/**
 * Puts marks around what is selected, without the spaces at its ends, where marks format nothing; or takes them away, if it has
 * them. Without a selection the caret is between them.
 */
export const marked = (text: string, start: number, end: number, mark: string): Marked => {
  const chosen = text.slice(start, end);
  const from = start + (chosen.length - chosen.trimStart().length);
  const to = Math.max(from, end - (chosen.length - chosen.trimEnd().length));
  const words = text.slice(from, to);
  const size = mark.length;
  const hasMarks = from >= size && text.slice(from - size, from) === mark && text.slice(to, to + size) === mark;
  if (hasMarks && words !== "")
    return { from: from - size, to: to + size, piece: words, selected: [from - size, to - size] };
  return { from, to, piece: mark + words + mark, selected: [from + size, to + size] };
};
