/** The parts of IntersectionObserver version 2 that the DOM's types do not have yet. */
interface VisibilityInit extends IntersectionObserverInit {
  readonly trackVisibility: true;
  /** At least 100 ms by the specification. */
  readonly delay: number;
}

/** One report of an observer. `isVisible` is missing where version 2 is. */
export interface VisibilityEntry {
  readonly isIntersecting: boolean;
  readonly intersectionRatio: number;
  readonly isVisible?: boolean;
}

/** Whether nothing covers, fades or cuts off the element, as far as the browser can tell. */
export const isFullySeen = ({ isIntersecting, intersectionRatio, isVisible }: VisibilityEntry): boolean =>
  isIntersecting && intersectionRatio >= 0.99 && isVisible !== false;

/** Reports whether an element is fully seen, at each change. Returns what ends it. */
export const watchVisibility = (element: Element, report: (seen: boolean) => void): (() => void) => {
  const options: VisibilityInit = { threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => {
    const last: VisibilityEntry | undefined = entries.at(-1);
    if (last) report(isFullySeen(last));
  }, options);
  observer.observe(element);
  return () => observer.disconnect();
};
