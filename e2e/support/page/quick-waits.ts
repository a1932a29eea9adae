import { errors, type Locator, type Page } from "playwright-core";

/**
 * Playwright looks for what is waited for after 0, 20, 70, 170 and 270 ms, and from then on each half second, of which a quarter was
 * lost at most steps. Where the wait itself is as short as this, ms, it looks each 100 ms to its end; so a wait begins with short ones.
 */
const shortWaitMs = 2_400;
/** What takes longer is as well found each half second: a machine that is so busy should not be asked more often. */
const shortWaits = 4;

/** What of a locator is changed here. */
type Waiting = Pick<Locator, "waitFor" | "click" | "fill">;

const changed = new WeakSet<Waiting>();

/** Has all locators of the driver that a page is of look each 100 ms, for the first seconds of a wait. */
export const waitQuickly = (page: Page): void => {
  // All locators share it, those of frames and other pages, too.
  const shared = Object.getPrototypeOf(page.locator("body")) as Waiting;
  if (changed.has(shared)) return;
  changed.add(shared);
  const { waitFor, click, fill } = shared;
  shared.waitFor = async function (this: Locator, options = {}) {
    const { timeout } = options;
    const end = performance.now() + (timeout ?? Number.POSITIVE_INFINITY);
    for (let waits = 0; waits < shortWaits && end - performance.now() > shortWaitMs; waits += 1)
      try {
        return await waitFor.call(this, { ...options, timeout: shortWaitMs });
      } catch (error) {
        if (!(error instanceof errors.TimeoutError)) throw error;
      }
    // Who names no time has that of the page from here on, and no time at all is for ever.
    if (!timeout) return waitFor.call(this, options);
    return waitFor.call(this, { ...options, timeout: Math.max(1, Math.ceil(end - performance.now())) });
  };
  // Both wait until it is in sight by themselves; what is done to something hidden waits for nothing.
  const inSight = async (locator: Locator, { timeout, force }: { timeout?: number; force?: boolean } = {}) => {
    if (!force) await locator.waitFor(timeout === undefined ? {} : { timeout });
  };
  shared.click = async function (this: Locator, options) {
    await inSight(this, options);
    return click.call(this, options);
  };
  shared.fill = async function (this: Locator, value, options) {
    await inSight(this, options);
    return fill.call(this, value, options);
  };
};
