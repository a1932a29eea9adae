import { createStore } from "./store.ts";

/** What is smaller is a bar of the browser. CSS pixels. */
const smallest = 120;

/** How many CSS pixels at the bottom of the page a keyboard covers; 0 without one, and where the page itself gets smaller. */
export const coveredByKeyboard = createStore(0);

/**
 * Follows the keyboard of a phone. Android makes the page smaller by itself (`interactive-widget` in index.html); Safari lays
 * its keyboard over the page and moves the page up, header and all, to show the field. So the page is told what is covered
 * (`--tribe-keyboard`), keeps above it, and is moved back. No page opens with a keyboard, and to measure it at once would lay
 * out the whole page within the task that draws it. @returns how to stop
 */
export const followKeyboard = (): (() => void) => {
  const { visualViewport: seen } = window;
  if (!seen) return () => undefined;
  const look = () => {
    // Somebody who zooms in sees a part of the page: nothing covers the rest.
    const covered = seen.scale > 1.01 ? 0 : Math.round(innerHeight - seen.height);
    coveredByKeyboard.set(covered < smallest ? 0 : covered);
    if (coveredByKeyboard.get() > 0 && seen.offsetTop > 0) scrollTo(0, 0);
  };
  const tell = () => document.documentElement.style.setProperty("--tribe-keyboard", `${coveredByKeyboard.get()}px`);
  const forget = coveredByKeyboard.subscribe(tell);
  seen.addEventListener("resize", look);
  seen.addEventListener("scroll", look);
  return () => {
    forget();
    seen.removeEventListener("resize", look);
    seen.removeEventListener("scroll", look);
  };
};
