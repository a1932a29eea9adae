import type { Page } from "playwright-core";
import { primaryButtons as primaryButtonsInPage } from "../../../apps/web/screens/checks/in-page/primary-buttons.ts";

/** Applies `look` to the page and its frames, without the page behind an open dialog. */
const inFrames = async (page: Page, findFaults: () => readonly string[]): Promise<readonly string[]> => {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      const element = frame === page.mainFrame() ? null : await frame.frameElement().catch(() => null); // it may be gone
      if (frame !== page.mainFrame() && !(await element?.isVisible())) return [];
      return frame.evaluate(findFaults).catch(() => []); // it may be on its way elsewhere
    }),
  );
  return found.flat();
};

export const primaryButtons = (page: Page): Promise<readonly string[]> => inFrames(page, primaryButtonsInPage);
