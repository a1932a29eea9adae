import { errors, type Locator, type Page } from "playwright-core";

/**
 * The duration of a short wait, ms. Playwright polls for an element after 0, 20, 70, 170 and 270 ms, and then every half
 * second, which cost a quarter second at most steps. In a wait as short as this it polls every 100 ms to the end; so a wait
 * begins with short ones.
 */
const shortWaitMs = 2_400;
/** The number of short waits. After them half a second is enough: a machine that is so busy should not be polled more often. */
const shortWaits = 4;

/** The methods of a locator that are changed here. */
type Waiting = Pick<Locator, "waitFor" | "click" | "fill">;

const changed = new WeakSet<Waiting>();

/** Makes all locators of the page's driver poll every 100 ms for the first seconds of a wait. */
export const waitQuickly = (page: Page): void => {
  // All locators share this prototype, also those of frames and other pages.
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
    // Without a timeout the page's default applies from here on, and 0 means no limit.
    if (!timeout) return waitFor.call(this, options);
    return waitFor.call(this, { ...options, timeout: Math.max(1, Math.ceil(end - performance.now())) });
  };
  // Both wait for a visible element by themselves; with `force` they do not wait.
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
