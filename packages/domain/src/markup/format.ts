import type { MentionRange } from "@tribe/contract";
import { isEmptyText } from "../chat/message-text.ts";
import { type FoundLink, linksIn } from "../links/index.ts";
import { type Block, blocksOf } from "./blocks.ts";
import { type Enclosing, enclosingOf, type Formatted, readInline } from "./inline-grammar.ts";

/** A span of a message's text; `at` is the index in the text at which it begins. */
export type TextSpan<Named extends MentionRange = MentionRange> = { readonly at: number } & (
  | { readonly kind: "words" | "code" | "codeBlock"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly link: FoundLink }
  | { readonly kind: "mention"; readonly text: string; readonly mention: Named }
  | { readonly kind: Enclosing | "quote"; readonly spans: readonly TextSpan<Named>[] }
);

/** A link or a mention: no mark inside one formats anything. */
type Whole<Named extends MentionRange> = Extract<TextSpan<Named>, { readonly kind: "link" | "mention" }>;

/** Links and mentions in order; of two that overlap the first one. A mention outside the text is none. */
const wholesOf = <Named extends MentionRange>(text: string, mentions: readonly Named[]): readonly Whole<Named>[] => {
  const named = mentions
    .filter(({ start, length }) => start + length <= text.length && text[start] === "@")
    .map((mention): Whole<Named> => {
      const { start, length } = mention;
      return { kind: "mention", at: start, text: text.slice(start, start + length), mention };
    });
  const linked = linksIn(text).map((link): Whole<Named> => ({ kind: "link", at: link.at, text: link.text, link }));
  let end = 0;
  return [...named, ...linked]
    .sort((a, b) => a.at - b.at)
    .filter((whole) => {
      if (whole.at < end) return false;
      end = whole.at + whole.text.length;
      return true;
    });
};

/** Whether a text may have formatting at all. */
const mayHaveMarks = (text: string): boolean => /[*_`~|]|^> /mu.test(text);

/** Stands for the marks of quoted lines while a quote is read; no text has it. */
const nothing = "\uFFFF";
const withoutMarks = (text: string): string => text.replaceAll(nothing, "");

/**
 * A message's text as its spans: words, links and mentions, and what is formatted. There are neither links nor mentions in code.
 * The text itself keeps its marks, so that editing gives back what was typed.
 */
export const formatOf = <Named extends MentionRange = never>(
  text: string,
  mentions: readonly Named[] = [],
): readonly TextSpan<Named>[] => {
  const wholes = wholesOf(text, mentions);
  const unformatted = (): readonly TextSpan<Named>[] => spansBetween(text, wholes, 0, text.length);
  if (!mayHaveMarks(text)) return unformatted();
  // Letters in place of links and mentions, so that none of their characters is a mark.
  let read = "";
  for (const { at, text: whole } of wholes) read += text.slice(read.length, at) + "x".repeat(whole.length);
  read += text.slice(read.length);
  const spans = blocksOf(read).flatMap((block) => blockSpans({ text, read, wholes }, block));
  // Marks around nothing that can be seen are shown, or nobody could see that there is a message.
  return isEmptyText(plainOf(spans)) ? unformatted() : spans;
};

interface Reading<Named extends MentionRange> {
  readonly text: string;
  /** The text with letters in place of its links and mentions. */
  readonly read: string;
  readonly wholes: readonly Whole<Named>[];
}

const blockSpans = <Named extends MentionRange>(
  { text, read, wholes }: Reading<Named>,
  { kind, from, to }: Block,
): readonly TextSpan<Named>[] => {
  switch (kind) {
    case "words":
      return inlineSpans(text, wholes, readInline(read.slice(from, to)), { from, to, offset: from });
    case "quote": {
      const mark = (line: string) => line.replace(/^> ?/gmu, (found) => nothing.repeat(found.length));
      const quoted = text.slice(0, from) + mark(text.slice(from, to)) + text.slice(to);
      const nodes = readInline(mark(read.slice(from, to)).replaceAll(nothing, " "));
      return [{ kind, at: from, spans: inlineSpans(quoted, wholes, nodes, { from, to, offset: from }) }];
    }
    case "codeBlock":
      return [{ kind, at: from, text: text.slice(from, to) }];
  }
};

/** Unformatted spans of a place in the text. */
const spansBetween = <Named extends MentionRange>(
  text: string,
  wholes: readonly Whole<Named>[],
  from: number,
  to: number,
): TextSpan<Named>[] => {
  const spans: TextSpan<Named>[] = [];
  let end = from;
  const words = (until: number): void => {
    const piece = withoutMarks(text.slice(end, until));
    if (piece !== "") spans.push({ kind: "words", at: end, text: piece });
  };
  for (let index = firstFrom(wholes, from); ; index += 1) {
    const whole = wholes[index];
    if (!whole || whole.at + whole.text.length > to) break;
    words(whole.at);
    spans.push(whole);
    end = whole.at + whole.text.length;
  }
  words(to);
  return spans;
};

/** The index of the first link or mention at or behind a place. */
const firstFrom = (wholes: readonly { readonly at: number }[], place: number): number => {
  let [low, high] = [0, wholes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((wholes[middle]?.at ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
};

const inlineSpans = <Named extends MentionRange>(
  text: string,
  wholes: readonly Whole<Named>[],
  nodes: readonly Formatted[],
  { from, to, offset }: { readonly from: number; readonly to: number; readonly offset: number },
): readonly TextSpan<Named>[] => {
  const spans: TextSpan<Named>[] = [];
  const add = (span: TextSpan<Named>): void => {
    const last = spans.at(-1);
    if (span.kind === "words" && last?.kind === "words")
      spans[spans.length - 1] = { ...last, text: last.text + span.text };
    else spans.push(span);
  };
  let end = from;
  const addUntil = (place: number): void => {
    for (const span of spansBetween(text, wholes, end, place)) add(span);
    end = place;
  };
  for (const node of nodes) {
    const [start, stop] = [node.from + offset, node.to + offset];
    const marks = node.children.filter(({ name }) => name === "Mark" || name === "CodeMark");
    const inside = {
      from: (marks[0]?.to ?? node.from) + offset,
      to: (marks.at(-1)?.from ?? node.to) + offset,
      offset,
    };
    const kind = enclosingOf(node.name);
    if (node.name === "InlineCode") {
      addUntil(start);
      add({ kind: "code", at: start, text: withoutMarks(text.slice(inside.from, inside.to)) });
      end = stop;
    } else if (kind !== null) {
      const children = node.children.filter((child) => !marks.includes(child));
      const content = inlineSpans(text, wholes, children, inside);
      addUntil(start);
      if (isFormatted(kind, text.slice(inside.from, inside.to))) add({ kind, at: start, spans: content });
      else {
        addUntil(inside.from);
        for (const span of content) add(span);
        end = inside.to;
        addUntil(stop);
      }
      end = stop;
    }
  }
  addUntil(to);
  return spans;
};

/** Whether marks format what is between them: a star or a line around no letter belongs to an emoticon, such as `*_*`. */
const isFormatted = (kind: Enclosing, content: string): boolean =>
  kind === "italic" ? /[\p{L}\p{N}\p{ExtPict}]/u.test(content) : content.trim() !== "";

/** Stands for a spoiler wherever a text is shown without its formatting. */
const hiddenWords = "(spoiler)";

const plainOf = (spans: readonly TextSpan[]): string => {
  let plain = "";
  let isBlock = false;
  for (const span of spans) {
    const wasBlock = isBlock;
    isBlock = span.kind === "quote" || span.kind === "codeBlock";
    if (plain !== "" && (isBlock || wasBlock)) plain += "\n";
    plain += plainSpan(span);
  }
  return plain;
};

const plainSpan = (span: TextSpan): string => {
  switch (span.kind) {
    case "words":
    case "code":
    case "codeBlock":
    case "link":
    case "mention":
      return span.text;
    case "spoiler":
      return hiddenWords;
    case "bold":
    case "italic":
    case "strike":
    case "quote":
      return plainOf(span.spans);
  }
};

/**
 * A message's text without its formatting, for wherever it is quoted: a push, a mail, an answer, a list, a screen reader. Nothing
 * of a spoiler is in it.
 */
export const plainTextOf = (text: string): string => (mayHaveMarks(text) ? plainOf(formatOf(text)) : text);
