import { createHash } from "node:crypto";

/** The built index.html, parsed once: its fixed parts, its shells, and the places to insert them. */
export interface PageTemplate {
  /** CSP hashes of the page's inline scripts. */
  readonly scriptHashes: readonly string[];
  /** Paths of the scripts that a shell's page loads next. */
  preloads(shell: string): readonly string[];
  /** A shell with its `{{places}}` filled; places without a value stay empty. Values are escaped, `markup` is not. */
  fill(shell: string, values: Readonly<Record<string, string>>, markup?: Readonly<Record<string, string>>): string;
  /** The whole page. All but the title are markup; the title is escaped here. */
  page(parts: {
    readonly title: string;
    /** Replaces the page's own description. */
    readonly preview: string;
    readonly preloads: string;
    readonly main: string;
    readonly data: string;
  }): string;
}

const shellPattern = /<template data-shell="([a-z-]+)"(?: data-preload="([^"]*)")?>([\s\S]*?)<\/template>\s*/g;
const titlePattern = /<title>[^<]*<\/title>/;
const descriptionPattern = /<meta name="description"[^>]*>/;
const inlinePattern = /<script>([\s\S]*?)<\/script>/g;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

/** Escapes JSON for a script element: nothing in it can end the element or begin a comment. */
export const escapeJson = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Parses a built index.html. Its places are comments: `<!--preloads-->`, `<!--main-->`, `<!--first-data-->`. */
export const readTemplate = (html: string): PageTemplate => {
  const shells = new Map<string, string>();
  const preloads = new Map<string, readonly string[]>();
  const frame = html.replace(shellPattern, (_whole, name: string, paths: string | undefined, markup: string) => {
    shells.set(name, markup.trim());
    preloads.set(name, paths?.split(" ").filter(Boolean) ?? []);
    return "";
  });
  return {
    scriptHashes: [...frame.matchAll(inlinePattern)].map(
      ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    ),
    preloads: (shell) => preloads.get(shell) ?? [],
    fill: (shell, values, markup = {}) =>
      (shells.get(shell) ?? "").replace(
        /\{\{([a-zA-Z]+)\}\}/g,
        (_whole, place: string) => markup[place] ?? escapeHtml(values[place] ?? ""),
      ),
    // Replacement functions, so that a dollar sign in a name has no special meaning.
    page: ({ title, preview, preloads, main, data }) =>
      frame
        .replace(titlePattern, () => `<title>${escapeHtml(title)}</title>`)
        .replace(descriptionPattern, () => preview)
        .replace("<!--preloads-->", () => preloads)
        .replace("<!--main-->", () => main)
        .replace("<!--first-data-->", () => data),
  };
};
