import type { BrowserContext, Page } from "playwright-core";
import { cutTexts as cutTextsInPage } from "../../../apps/web/screens/checks/in-page/cut-texts.ts";
import { doubleText as doubleTextInPage } from "../../../apps/web/screens/checks/in-page/double-text.ts";
import { mixedNames as mixedNamesInPage } from "../../../apps/web/screens/checks/in-page/mixed-names.ts";
import { primaryButtons as primaryButtonsInPage } from "../../../apps/web/screens/checks/in-page/primary-buttons.ts";

/** Doubles the text size in every page of a browser profile, including the wallet's frame, from now on. */
export const doubleText = (context: BrowserContext): Promise<unknown> => context.addInitScript(doubleTextInPage);

/** Applies `look` to the page and its frames, without the page behind an open dialog. */
const inFrames = async (page: Page, look: () => readonly string[]): Promise<readonly string[]> => {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      const element = frame === page.mainFrame() ? null : await frame.frameElement().catch(() => null); // it may be gone
      if (frame !== page.mainFrame() && !(await element?.isVisible())) return [];
      return frame.evaluate(look).catch(() => []); // it may be on its way elsewhere
    }),
  );
  return found.flat();
};

export const primaryButtons = (page: Page): Promise<readonly string[]> => inFrames(page, primaryButtonsInPage);
export const cutTexts = (page: Page): Promise<readonly string[]> => inFrames(page, cutTextsInPage);
export const mixedNames = (page: Page): Promise<readonly string[]> => inFrames(page, mixedNamesInPage);
