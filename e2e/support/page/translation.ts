import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Puts `<font>` elements in place of all texts of a page, as the translators of Chrome and Edge do. */
const translate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.textContent?.trim() || text.parentElement?.closest("script, style, textarea, svg")) continue;
      const font = document.createElement("font");
      font.appendChild(document.createElement("font")).textContent = text.textContent;
      text.parentNode?.replaceChild(font, text);
    }
  });

/**
 * Types the amounts on a translated page and on an untouched one, and expects the same words and figures on both. They must
 * differ from amount to amount.
 * @param panelOf what is compared: the innermost, where panels are within panels
 */
export const expectTruthWhenTranslated = async (
  [translated, untouched]: readonly [Page, Page],
  panelOf: (page: Page) => Locator,
  amounts: readonly string[],
): Promise<void> => {
  await translate(translated);
  for (const amount of amounts) {
    const before = await panelOf(translated).last().textContent();
    for (const page of [translated, untouched])
      await panelOf(page).last().getByRole("textbox", { name: "Amount" }).fill(amount);
    const compared = async () => {
      const [seen, right] = [
        await panelOf(translated).last().textContent(),
        await panelOf(untouched).last().textContent(),
      ];
      if (seen === before) return "the same as before";
      return seen === right ? "right" : `${seen}\n---\n${right}`;
    };
    await expect.poll(compared, { message: `translated, with an amount of "${amount}"` }).toBe("right");
  }
};
