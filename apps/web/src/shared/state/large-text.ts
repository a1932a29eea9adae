/** From one and a half times the browser's usual 16 pixels on. */
const largePixels = 24;
let isLarge: boolean | null = null;

/** Whether the person reads in large letters: seats in a ring have no room for them then. Read once, as it changes seldom. */
export const isLargeText = (): boolean => {
  isLarge ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) >= largePixels;
  return isLarge;
};
