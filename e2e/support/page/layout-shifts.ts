import type { BrowserContext, Frame, Page } from "playwright-core";

/** One unexpected layout shift of a page. */
interface Shift {
  readonly at: number;
  readonly value: number;
  /** The moved elements, as far as the browser reports them. */
  readonly moved: string;
}

/** Records the layout shifts of every page of a browser profile from its start. */
export const noteShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const tribeShifts: Shift[] = [];
    Object.assign(globalThis, { tribeShifts });
    new PerformanceObserver((list) => {
      // TypeScript's library has no type for layout shifts.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources?: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const moved = (entry.sources ?? []).map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const where = `${from.y} to ${to.y}, ${from.height} to ${to.height} high`;
          return `${element?.tagName} ${element?.textContent?.trim().slice(0, 30)} (${where})`;
        });
        tribeShifts.push({ at: entry.startTime, value: entry.value, moved: moved.join(" | ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/** A longer time between two shifts starts a new window. Milliseconds. */
const gap = 1_000;
const longestWindow = 5_000;

/**
 * The cumulative layout shift of a page since it was opened, as browsers report it (https://web.dev/articles/cls): the worst
 * window of shifts, with its moved elements. Shifts within half a second of a press or a key do not count.
 */
export const worstShift = async (
  page: Page | Frame,
): Promise<{ readonly sum: number; readonly moved: readonly string[] }> => {
  const shifts = await page.evaluate(() => (globalThis as unknown as { tribeShifts: Shift[] }).tribeShifts); // set by noteShifts, in frames, too
  const windows: Shift[][] = [];
  for (const shift of shifts) {
    const open = windows.at(-1);
    const [first, last] = [open?.[0], open?.at(-1)];
    if (open && first && last && shift.at - last.at < gap && shift.at - first.at < longestWindow) open.push(shift);
    else windows.push([shift]);
  }
  const sums = windows.map((window) => ({
    sum: window.reduce((sum, { value }) => sum + value, 0),
    moved: window.map(({ value, moved }) => `${value.toFixed(4)} ${moved}`),
  }));
  return sums.sort((a, b) => b.sum - a.sum)[0] ?? { sum: 0, moved: [] };
};

/** Clears the recorded shifts, to check only the rest of a test. */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as { tribeShifts: Shift[] }).tribeShifts.length = 0; // set by noteShifts
  });

/** The worst shift inside the wallet's frame, which is a page of its own. */
export const worstShiftInWallet = async (
  page: Page,
): Promise<{ readonly sum: number; readonly moved: readonly string[] }> => {
  const element = await page.locator('iframe[title="Confirm in your wallet"]').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("no wallet's box is shown");
  return worstShift(frame);
};

/** The maximum layout shift that the requirements for the screens allow. */
export const maxShift = 0.02;
