import { expect } from "vitest";
import type { Locator } from "vitest/browser";
import type { Screen } from "./open-screen.ts";

/** Puts `<font>` elements in place of all texts of a screen, as the translators of Chrome and Edge do. */
const translate = ({ window: { document, NodeFilter } }: Screen): void => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    if (!text.textContent?.trim() || text.parentElement?.closest("script, style, textarea, svg")) continue;
    const font = document.createElement("font");
    font.appendChild(document.createElement("font")).textContent = text.textContent;
    text.parentNode?.replaceChild(font, text);
  }
};

const amountOf = (screen: Screen): Locator => screen.getByRole("textbox", { name: "Amount" });
/** The words of the innermost panel with the amount. */
const wordsOf = (screen: Screen): string =>
  amountOf(screen).element().closest("[role=tabpanel]")?.textContent ?? "no panel";

/**
 * Types the amounts on a translated screen and on an untouched one, and expects the same words and figures beside them on both.
 * They must differ from amount to amount.
 */
export const expectTruthWhenTranslated = async (
  [translated, untouched]: readonly [Screen, Screen],
  amounts: readonly string[],
): Promise<void> => {
  translate(translated);
  for (const amount of amounts) {
    const before = wordsOf(translated);
    for (const screen of [translated, untouched]) await amountOf(screen).fill(amount);
    const compared = () => {
      const [seen, right] = [wordsOf(translated), wordsOf(untouched)];
      if (seen === before) return "the same as before";
      return seen === right ? "right" : `${seen}\n---\n${right}`;
    };
    await expect.poll(compared, { message: `translated, with an amount of "${amount}"` }).toBe("right");
  }
};
