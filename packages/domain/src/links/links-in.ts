// What counts as a link: docs/decisions/0175.
import LinkifyIt from "linkify-it";
import { shownHost } from "./shown-host.ts";

/** A link that a text has. */
export interface FoundLink {
  /** The index at which it begins, in UTF-16 units. */
  readonly at: number;
  /** As it is written. */
  readonly text: string;
  /** Where it leads; `http` when it is written without a scheme. */
  readonly url: URL;
  /** Its host as people should see it ({@link shownHost}). */
  readonly host: string;
  /** The link as people should see it: as written, with that host. */
  readonly shown: string;
}

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

/**
 * Scripts that put no space between a link and the words around it, with their punctuation: Thai and Lao, Myanmar, Khmer, those of
 * China, Japan and Korea.
 */
const unspaced =
  "\\u0E00-\\u0EFF\\u1000-\\u11FF\\u1780-\\u17FF\\u2E80-\\uA4CF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFE30-\\uFE4F\\uFF00-\\uFFEF\\u{1B000}-\\u{1B16F}\\u{20000}-\\u{3FFFF}";
/** Characters that are not seen, and those that change the direction of a text. */
const unseen = "\\u00AD\\u061C\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060\\u2066-\\u2069\\uFEFF";
/** What a host may have, roughly: no space and no punctuation. linkify-it and `URL` look closer. */
const hostLetter =
  "[^\\0-,./:-@[-^`{-\\xA0\\u2000-\\u200A\\u2010-\\u2029\\u202F-\\u205F\\u3000-\\u303F\\uFF00-\\uFF0F]";
const scheme = "[Hh][Tt][Tt][Pp][Ss]?://";

/**
 * What ends a link and may stand directly before one, and what of it belongs to a host all the same (the two groups):
 * `日本語.jp` is a host, `example.comを` is one with a word behind it.
 */
const apart = new RegExp(
  [
    `(${scheme}${hostLetter}+(?:\\.(?:[A-Za-z0-9_-]+(?:[${unseen}]+[A-Za-z0-9_-]+)*|(?![\\0-\\x7F])${hostLetter}+))*)`,
    `(?=[${unspaced}])(?<!${hostLetter}|@)((?:(?=${hostLetter})[${unspaced}])+)(?=\\.${hostLetter})`,
    `[${unspaced}${unseen}]`,
    // Emoji.
    "\\p{ExtPict}[\\p{ExtPict}\\p{EMod}\\uFE0F\\u200D]*|\\p{RI}",
    // Quotes and dashes that no letter follows, and the marks of code, bold, struck and hidden words.
    `(?![\\0-\\x7F])\\p{P}(?!${hostLetter})`,
    "`|([*~|])\\3+",
    // Whatever else stands before a scheme, but nothing that a link itself may have there.
    `[^\\0-\\x7F](?=${scheme})|[$+=^~|](?=${scheme})(?<![/?]\\S*)`,
  ].join("|"),
  "gu",
);

const isCutHost = new RegExp(`(?:${hostLetter}|\\.)[${unseen}]$`, "u");

/** The text, of the same length, with spaces for what stands apart from links. */
const spaced = (text: string): string =>
  text.replace(apart, (found, host?: string, label?: string) => host ?? label ?? " ".repeat(found.length));

/** The address of a found link; null if it is no web address, has a user name or password, or is no public name. */
const addressOf = (found: string): URL | null => {
  if (!URL.canParse(found)) return null;
  const url = new URL(found);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  // "https://tribe.example@evil.example" leads to another host than it seems.
  if (url.username || url.password) return null;
  return url.hostname.includes(".") || url.hostname === "localhost" ? url : null;
};

/** Without the mark of bold, struck or hidden words behind it, when the same one stands before it. */
const withoutMark = (found: string, before: string | undefined): string => {
  let end = found.length;
  while (before !== undefined && "*~|".includes(before) && found[end - 1] === before) end -= 1;
  return found.slice(0, end);
};

/** The links of a text, in order: the one definition for what the page makes clickable and for what the server counts. */
export const linksIn = (text: string): readonly FoundLink[] => {
  if (!text.includes(".") && !text.includes("://")) return [];
  return (linkify.match(spaced(text)) ?? []).flatMap(({ index, raw, schema }) => {
    const written = withoutMark(raw, text[index - 1]);
    const url = addressOf(schema === "" ? `http://${written}` : written);
    // The rest of a host with an invisible character in it is not what was written.
    if (!url || (schema === "" && isCutHost.test(text.slice(Math.max(index - 2, 0), index)))) return [];
    const [, scheme = "", writtenHost = ""] = /^(https?:\/\/)?([^/?#:]*)/iu.exec(written) ?? [];
    const host = shownHost(writtenHost, url.hostname);
    const shown = scheme + host + written.slice(scheme.length + writtenHost.length);
    return [{ at: index, text: written, url, host, shown }];
  });
};

/** A text with the hosts of its links as people should see them, for where it is quoted: a mail program makes links itself. */
export const withShownHosts = (text: string): string => {
  let [shown, from] = ["", 0];
  for (const link of linksIn(text)) {
    shown += text.slice(from, link.at) + link.shown;
    from = link.at + link.text.length;
  }
  return shown + text.slice(from);
};
