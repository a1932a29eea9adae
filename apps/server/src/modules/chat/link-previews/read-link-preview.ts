import { withoutUnseen } from "@tribe/contract";
import { Parser } from "htmlparser2";

/** A page's description of itself; each part is one line of limited length. */
export interface PageFacts {
  readonly siteName: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly picture: URL | null;
}

const maxTitle = 200;
const maxDescription = 300;

/**
 * Reads the description in the head of an HTML page: Open Graph, else its title and description. Null for a page without a title.
 * The text comes from a stranger and is shown as plain text only.
 * @param url the page's own, for a relative picture
 */
export const readPageFacts = (html: string, url: URL): PageFacts | null => {
  const meta = new Map<string, string>();
  let title = "";
  let isInTitle = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (name === "title") isInTitle = title === "";
      if (name === "body") parser.pause();
      const key = (attributes.property ?? attributes.name ?? "").toLowerCase();
      if (name === "meta" && key && attributes.content && !meta.has(key)) meta.set(key, attributes.content);
    },
    ontext: (text) => {
      if (isInTitle) title += text;
    },
    onclosetag: (name) => {
      if (name === "title") isInTitle = false;
    },
  });
  parser.write(html);
  const said = (...keys: readonly string[]) => keys.map((key) => oneLine(meta.get(key) ?? "")).find(Boolean);
  const shownTitle = cut(said("og:title", "twitter:title") ?? oneLine(title), maxTitle);
  if (!shownTitle) return null;
  const description = said("og:description", "twitter:description", "description");
  const picture = said("og:image:secure_url", "og:image", "twitter:image");
  return {
    siteName: cut(said("og:site_name") ?? "", maxTitle) || null,
    title: shownTitle,
    description: description ? cut(description, maxDescription) : null,
    picture: picture && URL.canParse(picture, url) ? httpsOnly(new URL(picture, url)) : null,
  };
};

const httpsOnly = (url: URL): URL | null => (url.protocol === "https:" && url.href.length <= 1_000 ? url : null);

const oneLine = (text: string): string => withoutUnseen(text).replace(/\s+/gu, " ").trim();

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
