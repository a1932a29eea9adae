import type { FirstData, TokenProfile, TokenSummary } from "@tribe/contract";
import { formatAmount } from "@tribe/domain";
import type { PageTemplate } from "./template.ts";

/** What stands in the page before its script runs. */
export interface Shell {
  readonly name: "home" | "token" | "other";
  /** The document's title; null keeps the page's own. */
  readonly title: string | null;
  readonly main: string;
}

/** Lines of the listing that fit a screen; more would only be thrown away. */
const shownLines = 12;

/** Draws the first screen of a path from the first data. Names and figures are escaped by the template. */
export const shellOf = (template: PageTemplate, path: string, data: FirstData): Shell => {
  if (data.token)
    return { name: "token", title: titleOf(data.token), main: template.fill("token", faceOf(data.token)) };
  if (path !== "/") return { name: "other", title: null, main: "" };
  const listed = data.list?.page.tokens ?? [];
  const lines = listed.slice(0, shownLines).map((token) => template.fill("line", faceOf(token)));
  return { name: "home", title: null, main: template.fill("home", {}, { lines: lines.join("") }) };
};

const titleOf = ({ name, symbol }: TokenProfile): string => `${name} (${symbol}) · Tribe`;

const faceOf = ({ name, symbol, price }: TokenProfile | TokenSummary): Readonly<Record<string, string>> => ({
  name,
  symbol,
  price: formatAmount(price),
});
