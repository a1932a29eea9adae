/** One unexpected layout shift of a page. */
export interface Shift {
  readonly at: number;
  readonly value: number;
  /** The moved elements, as far as the browser reports them. */
  readonly moved: string;
}

declare global {
  /** The page's shifts so far, recorded by {@link recordShifts}; undefined in a page that records none. */
  var tribeShifts: Shift[] | undefined;
}

/** Records the page's layout shifts from its start. Runs inside the page, and may use nothing from outside itself. */
export const recordShifts = (): void => {
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
};

/** A longer time between two shifts starts a new window. Milliseconds. */
const gap = 1_000;
const longestWindow = 5_000;

/**
 * The cumulative layout shift, as browsers report it (https://web.dev/articles/cls): the worst window of shifts, with its moved
 * elements. Shifts within half a second of a press or a key do not count.
 */
export const worstOf = (shifts: readonly Shift[]): { readonly sum: number; readonly moved: readonly string[] } => {
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

/** The maximum layout shift that the requirements for the screens allow. */
export const maxShift = 0.02;
