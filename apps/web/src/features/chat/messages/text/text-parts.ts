import type { Mention } from "@tribe/contract";
import { linksIn } from "@tribe/domain/links";

/** A part of a message's text. */
export type TextPart = {
  /** The index at which it begins. */
  readonly at: number;
  readonly text: string;
} & (
  | { readonly kind: "words" }
  | {
      readonly kind: "link";
      readonly url: string;
      /** The link as people should see it: a host that looks like another one is shown as punycode. */
      readonly shown: string;
    }
  | { readonly kind: "mention"; readonly mention: Mention }
);

/** Splits a text into words, links and mentions. A mention outside the text counts as words. */
export const textParts = (text: string, mentions: readonly Mention[] = []): readonly TextPart[] => {
  const named = mentions
    .filter(({ start, length }) => start + length <= text.length && text[start] === "@")
    .map(
      (mention): TextPart => ({
        kind: "mention",
        at: mention.start,
        text: text.slice(mention.start, mention.start + mention.length),
        mention,
      }),
    );
  const linked = linksIn(text).map(
    ({ at, text, url, shown }): TextPart => ({ kind: "link", at, text, url: url.href, shown }),
  );
  const parts: TextPart[] = [];
  let end = 0;
  for (const part of [...named, ...linked].sort((a, b) => a.at - b.at)) {
    // Of two overlapping parts the first one is kept.
    if (part.at < end) continue;
    if (part.at > end) parts.push({ kind: "words", at: end, text: text.slice(end, part.at) });
    parts.push(part);
    end = part.at + part.text.length;
  }
  if (end < text.length) parts.push({ kind: "words", at: end, text: text.slice(end) });
  return parts;
};
