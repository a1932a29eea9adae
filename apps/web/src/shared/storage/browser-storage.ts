/**
 * Stores JSON in the browser. If the storage is full or forbidden the value is lost without an error: everything stored here can
 * be requested again (a device) or is a convenience (a theme, a draft).
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
  /** The names of all values with this prefix. */
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
      // Ignored, as explained above.
    }
  },
});

/** Survives the tab. */
export const lasting = browserStorage(() => localStorage);
/** Lives as long as the tab, also over a full-page load. */
export const passing = browserStorage(() => sessionStorage);
