import { createStore } from "./store.ts";

/** Anything smaller is a bar of the browser. CSS pixels. */
const smallest = 120;

/** How many CSS pixels at the bottom of the page a keyboard covers; 0 without one, and if the page itself gets smaller. */
export const coveredByKeyboard = createStore(0);

/**
 * Follows a phone's on-screen keyboard. Android shrinks the page by itself (`interactive-widget` in index.html); Safari overlays
 * its keyboard and scrolls the page up, header included, to show the field. So the covered height is set on the page
 * (`--tribe-keyboard`), which stays above it and is scrolled back. No page opens with a keyboard, and measuring at once would
 * force a layout of the whole page within the task that renders it. @returns a function that stops it
 */
export const followKeyboard = (): (() => void) => {
  const { visualViewport: seen } = window;
  if (!seen) return () => undefined;
  const look = () => {
    // When zoomed in, only a part of the page is visible: nothing covers the rest.
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
