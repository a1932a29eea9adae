/**
 * What keys do on a desktop, and how the list on '?' says it. Keys as tinykeys writes them; two words are pressed one after the other,
 * and what needs Shift is the keyboard's own matter.
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

/** What is printed on the keys of a shortcut, one after the other. */
export const keyCaps = (keys: string): readonly string[] =>
  keys.split(" ").map((key) => key.replace("[Shift]+", "").toUpperCase());

/** Where a key is a letter of a text, or belongs to what has the focus. */
export const isTyping = (
  target: { matches(selectors: string): boolean; closest(selectors: string): unknown } | null,
): boolean =>
  target !== null &&
  (target.matches("input, textarea, select") || target.closest("[contenteditable=true], [role=dialog]") !== null);
