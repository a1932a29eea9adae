import type { Mention } from "@tribe/contract";
import LinkifyIt from "linkify-it";

/** A stretch of a message's text as it is shown. */
export type TextPart =
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly url: string }
  | { readonly kind: "mention"; readonly text: string; readonly mention: Mention };

// What is no page of the web is no link: a message opens no mail program, and runs nothing.
const linkify = new LinkifyIt({ fuzzyEmail: false, fuzzyLink: true })
  .add("mailto:", null)
  .add("ftp:", null)
  .add("//", null)
  // Beside the library's own: what people of this kind of app write without "https://".
  .tlds(["app", "art", "blog", "build", "club", "dev", "fm", "fun", "link", "live", "online", "page", "site", "xyz"], true);

/** The web address of a found link, without a name and password before its host; null for none that a browser may open. */
const safeUrl = (found: string): string | null => {
  if (!URL.canParse(found)) return null;
  const url = new URL(found);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // "https://tribe.example@evil.example" goes elsewhere than it reads.
  return url.username || url.password ? null : url.href;
};

interface Found {
  readonly start: number;
  readonly end: number;
  readonly part: Exclude<TextPart, { kind: "words" }>;
}

/** Takes a text apart into words, links and mentions. A mention that does not fit the text counts as words. */
export const textParts = (text: string, mentions: readonly Mention[] = []): readonly TextPart[] => {
  const named = mentions
    .filter(({ start, length }) => start + length <= text.length && text[start] === "@")
    .map((mention): Found => {
      const end = mention.start + mention.length;
      return { start: mention.start, end, part: { kind: "mention", text: text.slice(mention.start, end), mention } };
    });
  const linked = (linkify.match(text) ?? []).flatMap(({ index, lastIndex, raw, url }): Found[] => {
    const safe = safeUrl(url);
    return safe ? [{ start: index, end: lastIndex, part: { kind: "link", text: raw, url: safe } }] : [];
  });
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end, part } of [...named, ...linked].sort((a, b) => a.start - b.start)) {
    // Two that lie over each other: the first one counts.
    if (start < at) continue;
    if (start > at) parts.push({ kind: "words", text: text.slice(at, start) });
    parts.push(part);
    at = end;
  }
  if (at < text.length) parts.push({ kind: "words", text: text.slice(at) });
  return parts;
};
