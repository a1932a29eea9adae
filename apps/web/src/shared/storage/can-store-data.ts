import { lasting } from "./browser-storage.ts";

/** Not with the other keys, which every page loads: it is there for no longer than a moment. */
const name = "tribe:v1:probe";

/** Whether this browser keeps what a site stores. Where it doesn't, a session ends with the page, and there is no wallet. */
export const canStoreData = (): boolean => {
  lasting.write(name, true);
  const isKept = lasting.read(name) === true;
  lasting.write(name, null);
  return isKept && "indexedDB" in window;
};

/**
 * Whether this browser deletes all that a site keeps when nobody has been there for seven days: Safari's engine does, which alone
 * has this event, except for apps on the home screen.
 */
export const forgetsUnused = (): boolean =>
  "GestureEvent" in window && !matchMedia("(display-mode: standalone)").matches;
