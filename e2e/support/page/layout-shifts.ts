import type { BrowserContext, Frame, Page } from "playwright-core";
import { maxShift, recordShifts, worstOf } from "../../../apps/web/screens/checks/in-page/layout-shifts.ts";

export { maxShift };

/** Records the layout shifts of every page of a browser profile from its start. */
export const noteShifts = (context: BrowserContext): Promise<unknown> => context.addInitScript(recordShifts);

/** The cumulative layout shift of a page since it was opened; in frames, too. */
export const worstShift = async (page: Page | Frame): Promise<ReturnType<typeof worstOf>> =>
  worstOf(await page.evaluate(() => globalThis.tribeShifts ?? []));

/** Clears the recorded shifts, to check only the rest of a test. */
export const forgetShifts = (page: Page): Promise<void> => page.evaluate(() => void globalThis.tribeShifts?.splice(0));

/** The worst shift inside the wallet's frame, which is a page of its own. */
export const worstShiftInWallet = async (page: Page): Promise<ReturnType<typeof worstOf>> => {
  const element = await page.locator('iframe[title="Confirm in your wallet"]').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("no wallet's box is shown");
  return worstShift(frame);
};
