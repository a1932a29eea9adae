import type { Mention } from "@tribe/contract";
import LinkifyIt from "linkify-it";

/** A part of a message's text. */
export type TextPart = {
  /** The index at which it begins. */
  readonly at: number;
  readonly text: string;
} & (
  | { readonly kind: "words" }
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "mention"; readonly mention: Mention }
);

// Only web pages become links: a message must not open a mail program or run a script.
const linkify = new LinkifyIt({ fuzzyEmail: false, fuzzyLink: true })
  .add("mailto:", null)
  .add("ftp:", null)
  .add("//", null)
  // Top-level domains besides the library's own that are often written without "https://" in such apps.
  .tlds(
    ["app", "art", "blog", "build", "club", "dev", "fm", "fun", "link", "live", "online", "page", "site", "xyz"],
    true,
  );

/** The URL of a found link; null if it is no web address, or contains a user name or password. */
const safeUrl = (found: string): string | null => {
  if (!URL.canParse(found)) return null;
  const url = new URL(found);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // "https://tribe.example@evil.example" leads to another host than it seems.
  return url.username || url.password ? null : url.href;
};

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
  const linked = (linkify.match(text) ?? []).flatMap(({ index, raw, url }): TextPart[] => {
    const safe = safeUrl(url);
    return safe ? [{ kind: "link", at: index, text: raw, url: safe }] : [];
  });
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
