import type { KeyboardEvent } from "react";

/**
 * Keys in an open search, for its field and its results together: the arrows walk, Enter in the field opens the first result,
 * Escape closes the search.
 */
export const onSearchKey = (event: KeyboardEvent<HTMLElement>, close: () => void): void => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
  const { key, currentTarget, target } = event;
  const field = currentTarget.querySelector<HTMLInputElement>("input[type=search]");
  const hits = [...currentTarget.querySelectorAll<HTMLAnchorElement>("a[data-hit]")];
  const at = target instanceof HTMLAnchorElement ? hits.indexOf(target) : -1;
  if (key === "Escape") {
    event.preventDefault();
    close();
  } else if (key === "Enter" && target === field) {
    event.preventDefault();
    // What was found before is not what is asked for now.
    if (!currentTarget.querySelector("[aria-busy=true]")) hits[0]?.click();
  } else if (key === "ArrowDown" && (target === field || at >= 0)) {
    event.preventDefault();
    hits[Math.min(at + 1, hits.length - 1)]?.focus();
  } else if (key === "ArrowUp" && at >= 0) {
    event.preventDefault();
    (hits[at - 1] ?? field)?.focus();
  }
};
