import type { FirstData, TokenProfile } from "@tribe/contract";
import { formatAmount } from "@tribe/domain/money";
import type { PageTemplate } from "./template.ts";

/** What the page shows before its script runs. */
export interface Shell {
  readonly name: "home" | "token" | "other";
  readonly main: string;
}

/** Lines of the listing that fit a screen; more would be replaced unseen. */
const shownLines = 12;

type Face = Pick<TokenProfile, "name" | "symbol" | "price">;

/** The parts of the first data that a shell shows. */
interface Shown extends Pick<FirstData, "list" | "lives"> {
  readonly token?: Face | undefined;
}

/** Renders the first screen of a path from the first data. The template escapes names and figures. */
export const shellOf = (template: Pick<PageTemplate, "fill">, path: string, data: Shown): Shell => {
  if (data.token) {
    const face = nameAndPictureOf(data.token);
    const isChat = path.startsWith("/chat/");
    const below = template.fill(isChat ? "chat" : "market", face);
    return { name: "token", main: template.fill("token", face, { below }) };
  }
  if (path !== "/") return { name: "other", main: "" };
  const listed = data.list?.page.tokens ?? [];
  const lines = listed
    .slice(0, shownLines)
    .map((token, index) => template.fill("line", { ...nameAndPictureOf(token), rank: String(index + 1) }));
  const live = data.lives?.lives.length ? template.fill("live", {}) : "";
  return { name: "home", main: template.fill("home", {}, { lines: lines.join(""), live }) };
};

const nameAndPictureOf = ({ name, symbol, price }: Face): Readonly<Record<string, string>> => ({
  name,
  symbol,
  price: formatAmount(price),
});
