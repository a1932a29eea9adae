/**
 * Keeps JSON in the browser. A full or forbidden storage loses the value instead of breaking the page: what is kept
 * here is either asked for again (a device) or only a convenience (a theme, a draft).
 */
export const browserStorage = (area: () => Storage) => ({
  read: (key: string): unknown => {
    try {
      const text = area().getItem(key);
      return text === null ? null : JSON.parse(text);
    } catch {
      return null;
    }
  },
  /** The names of all values that begin so. */
  keys: (prefix: string): string[] => {
    try {
      return Object.keys(area()).filter((key) => key.startsWith(prefix));
    } catch {
      return [];
    }
  },
  write: (key: string, value: unknown): void => {
    try {
      if (value === null) area().removeItem(key);
      else area().setItem(key, JSON.stringify(value));
    } catch {
      // See above: going on without is right.
    }
  },
});

/** Survives the tab. */
export const lasting = browserStorage(() => localStorage);
/** Lives as long as the tab, also over a full-page load. */
export const passing = browserStorage(() => sessionStorage);
