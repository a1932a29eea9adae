/**
 * The keyboard shortcuts on a desktop, and their words in the list on '?'. Keys are in tinykeys' syntax; two words are pressed
 * one after the other. Whether a character needs Shift depends on the keyboard.
 */
export const shortcuts = {
  search: { keys: "[Shift]+/", label: "Search Tribes and people" },
  home: { keys: "g h", label: "Go to Home" },
  tribes: { keys: "g t", label: "Go to my Tribes" },
  wallet: { keys: "g w", label: "Go to Wallet" },
  you: { keys: "g y", label: "Go to You" },
  create: { keys: "n", label: "Create your Tribe" },
  list: { keys: "[Shift]+?", label: "Show this list" },
} as const satisfies Readonly<Record<string, { readonly keys: string; readonly label: string }>>;

export type ShortcutName = keyof typeof shortcuts;

/** The labels of a shortcut's keys, in order. */
export const keyCaps = (keys: string): readonly string[] =>
  keys.split(" ").map((key) => key.replace("[Shift]+", "").toUpperCase());

/** Whether a key types text, or belongs to the focused element. */
export const isTyping = (
  target: { matches(selectors: string): boolean; closest(selectors: string): unknown } | null,
): boolean =>
  target !== null &&
  (target.matches("input, textarea, select") || target.closest("[contenteditable=true], [role=dialog]") !== null);
