import type { BrowserContext, Frame, Page } from "playwright-core";

/** One move of what stands on a page that nobody asked for. */
interface Shift {
  readonly at: number;
  readonly value: number;
  /** What moved, as far as the browser tells. */
  readonly moved: string;
}

/** Has every page of a browser profile note its layout shifts from the beginning on. */
export const noteShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const tribeShifts: Shift[] = [];
    Object.assign(globalThis, { tribeShifts });
    new PerformanceObserver((list) => {
      // The browser's own type of a layout shift is not in TypeScript's library.
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

/** More than this between two shifts, or in all, begins another window. Milliseconds. */
const gap = 1_000;
const longestWindow = 5_000;

/**
 * The cumulative layout shift of a page since it was opened, as browsers report it (https://web.dev/articles/cls): the worst
 * window of shifts. What moves within half a second of a press or a key is not counted. With what moved in it.
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

/** Begins anew, for what only the rest of a story is about. */
export const forgetShifts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as { tribeShifts: Shift[] }).tribeShifts.length = 0; // set by noteShifts
  });

/** The same inside the wallet's box, which is a page of its own. */
export const worstShiftInWallet = async (
  page: Page,
): Promise<{ readonly sum: number; readonly moved: readonly string[] }> => {
  const element = await page.locator('iframe[title="Confirm in your wallet"]').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error("no wallet's box is shown");
  return worstShift(frame);
};

/** What may move: the issue of the screens asks for no more. */
export const maxShift = 0.02;
