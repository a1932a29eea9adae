import { Ivya } from "ivya";

// Runs inside a page: finds elements by Playwright's selectors, as there is neither Playwright nor `getByRole` in these drivers.

const ivya = Ivya.create({ browser: "firefox" });

/** What a test can read of the first element that was found. */
export interface Look {
  readonly count: number;
  readonly isVisible: boolean;
  readonly isEnabled: boolean;
  readonly text: string | null;
  readonly value: string | null;
}

const all = (selectors: readonly string[]): readonly Element[] => {
  const found = new Set(selectors.flatMap((selector) => ivya.queryLocatorSelectorAll(selector, document)));
  return [...found].sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
};

const isVisible = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
};

const isEnabled = (element: Element): boolean =>
  !element.matches(":disabled") && element.closest('[aria-disabled="true"]') === null;

const places = new WeakMap<Element, string>();

const finder = {
  look: (selectors: readonly string[]): Look => {
    const found = all(selectors);
    const [first] = found;
    return {
      count: found.length,
      isVisible: first !== undefined && isVisible(first),
      isEnabled: first !== undefined && isEnabled(first),
      text: first?.textContent ?? null,
      value:
        first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement || first instanceof HTMLSelectElement
          ? first.value
          : null,
    };
  },
  texts: (selectors: readonly string[]): readonly string[] =>
    all(selectors).map(({ textContent }) => textContent ?? ""),
  attribute: (selectors: readonly string[], name: string): string | null =>
    all(selectors)[0]?.getAttribute(name) ?? null,
  element: (selectors: readonly string[]): Element | null => all(selectors)[0] ?? null,
  /** Why an element can't be pressed at this moment; null when it can. It must rest between two calls. */
  hindrance: (selectors: readonly string[]): string | null => {
    const [element, second] = all(selectors);
    if (!element) return "none is there";
    if (second) return `several are there: ${element.outerHTML.slice(0, 200)} and ${second.outerHTML.slice(0, 200)}`;
    if (!isVisible(element)) return "it isn't visible";
    if (!isEnabled(element)) return "it is disabled";
    const isIn = (box: DOMRect) =>
      box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    if (!isIn(element.getBoundingClientRect())) element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = [x, y, width, height].join();
    const before = places.get(element);
    places.set(element, place);
    if (before !== place) return "it moves";
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    const isHit = hit !== null && (element.contains(hit) || hit.closest("label")?.contains(element) === true);
    return isHit ? null : `covered by ${hit?.outerHTML.slice(0, 200)}`;
  },
  /** Focuses a field, with all of its text selected. */
  select: (selectors: readonly string[]): void => {
    const [field] = all(selectors);
    if (!(field instanceof HTMLElement)) return;
    field.focus();
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  },
};

/** The finder's functions, by name. */
export type PageFinder = typeof finder;

// Set here alone.
Object.assign(globalThis, { tribeFinder: finder });
