import type { MentionRange } from "@tribe/contract";
import { quoteOf } from "../chat/apply-change.ts";
import { type FoundLink, linksIn } from "../links/index.ts";
import { formatOf, plainTextOf, type TextSpan } from "./format.ts";

/** The start of a message as a reply quotes it: without its formatting, nor what a spoiler hides. */
export const quotedText = (text: string): string => quoteOf(plainTextOf(text));

const flat = <Named extends MentionRange>(
  spans: readonly TextSpan<Named>[],
  enters: (span: TextSpan<Named>) => boolean,
): readonly TextSpan<Named>[] =>
  spans.flatMap((span) => ("spans" in span ? (enters(span) ? flat(span.spans, enters) : []) : [span]));

const linksAmong = (spans: readonly TextSpan[]): readonly FoundLink[] =>
  spans.flatMap((span) => (span.kind === "link" ? [span.link] : []));

/** The links of a message: those that its text has outside of code. */
export const messageLinks = (text: string): readonly FoundLink[] =>
  text.includes("`") ? linksAmong(flat(formatOf(text), () => true)) : linksIn(text);

/** The links that a message shows at once: none in a spoiler, whose page a preview would show. */
export const shownLinks = (text: string): readonly FoundLink[] =>
  text.includes("||") ? linksAmong(flat(formatOf(text), ({ kind }) => kind !== "spoiler")) : messageLinks(text);

/** The mentions that a text has outside of code, in its order. */
export const messageMentions = <Named extends MentionRange>(
  text: string,
  mentions: readonly Named[],
): readonly Named[] =>
  text.includes("`")
    ? flat(formatOf(text, mentions), () => true).flatMap((span) => (span.kind === "mention" ? [span.mention] : []))
    : mentions;
