import type { Mention } from "@tribe/contract";
import LinkifyIt from "linkify-it";

/** A stretch of a message's text as it is shown. */
export type TextPart = {
  /** Where it begins. */
  readonly at: number;
  readonly text: string;
} & (
  | { readonly kind: "words" }
  | { readonly kind: "link"; readonly url: string }
  | { readonly kind: "mention"; readonly mention: Mention }
);

// What is no page of the web is no link: a message opens no mail program, and runs nothing.
const linkify = new LinkifyIt({ fuzzyEmail: false, fuzzyLink: true })
  .add("mailto:", null)
  .add("ftp:", null)
  .add("//", null)
  // Beside the library's own: what people of this kind of app write without "https://".
  .tlds(
    ["app", "art", "blog", "build", "club", "dev", "fm", "fun", "link", "live", "online", "page", "site", "xyz"],
    true,
  );

/** The web address of a found link, without a name and password before its host; null for none that a browser may open. */
const safeUrl = (found: string): string | null => {
  if (!URL.canParse(found)) return null;
  const url = new URL(found);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // "https://tribe.example@evil.example" goes elsewhere than it reads.
  return url.username || url.password ? null : url.href;
};

/** Takes a text apart into words, links and mentions. A mention that does not fit the text counts as words. */
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
    // Two that lie over each other: the first one counts.
    if (part.at < end) continue;
    if (part.at > end) parts.push({ kind: "words", at: end, text: text.slice(end, part.at) });
    parts.push(part);
    end = part.at + part.text.length;
  }
  if (end < text.length) parts.push({ kind: "words", at: end, text: text.slice(end) });
  return parts;
};
