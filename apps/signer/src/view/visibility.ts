/** The parts of IntersectionObserver version 2 that the DOM's types do not have yet. */
interface VisibilityInit extends IntersectionObserverInit {
  readonly trackVisibility: true;
  /** At least 100 ms by the specification. */
  readonly delay: number;
}

type Extent = Pick<DOMRectReadOnly, "top" | "width" | "height">;

/** One report of an observer. `isVisible` is missing without version 2. */
export interface VisibilityEntry {
  readonly isIntersecting: boolean;
  readonly intersectionRatio: number;
  readonly boundingClientRect: Extent;
  readonly intersectionRect: Extent;
  readonly isVisible?: boolean;
}

/** The visibility of an element: whole, cut off by an edge, or covered, as far as the browser can tell. */
export type Sight = "whole" | "cut" | "covered";

/** Share of an element's area; allows for rounded pixels. */
const whole = 0.99;

export const sightOf = ({ isIntersecting, intersectionRatio, isVisible }: VisibilityEntry): Sight => {
  if (!isIntersecting || intersectionRatio < whole) return "cut";
  return isVisible === false ? "covered" : "whole";
};

/** A stretch of an element's height, from 0 at its top to 1 at its bottom. */
type Stretch = readonly [from: number, to: number];

/** Merges a report into the stretches seen before. */
export const addSeen = (seen: readonly Stretch[], entry: VisibilityEntry): readonly Stretch[] => {
  const { boundingClientRect: all, intersectionRect: shown, isIntersecting, isVisible } = entry;
  if (!isIntersecting || isVisible === false || all.height === 0 || shown.width < all.width * whole) return seen;
  const from = (shown.top - all.top) / all.height;
  const to = from + shown.height / all.height;
  const touching = seen.filter(([start, end]) => start <= to && end >= from);
  const apart = seen.filter((stretch) => !touching.includes(stretch));
  return [
    ...apart,
    [Math.min(from, ...touching.map(([start]) => start)), Math.max(to, ...touching.map(([, end]) => end))],
  ];
};

/** Whether the whole element has been visible, at once or part by part. */
export const isWholeSeen = (seen: readonly Stretch[]): boolean => seen.some(([from, to]) => to - from >= whole);

const observe = (element: Element, threshold: number[], report: (entry: VisibilityEntry) => void): (() => void) => {
  const options: VisibilityInit = { threshold, trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => entries.forEach(report), options);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Reports the visibility of an element at each change. Returns a function that stops it. */
export const watchSight = (element: Element, report: (sight: Sight) => void): (() => void) =>
  observe(element, [0, 0.5, whole, 1], (entry) => report(sightOf(entry)));

/** Fine enough for a line that is fifty times as high as its visible part. */
const steps = Array.from({ length: 101 }, (_, index) => index / 100);

/** Calls once when all of an element has been visible, part by part if it is higher than the screen. */
export const watchUntilSeen = (element: Element, onSeen: () => void): (() => void) => {
  let seen: readonly Stretch[] = [];
  const stop = observe(element, steps, (entry) => {
    if (isWholeSeen(seen)) return;
    seen = addSeen(seen, entry);
    if (!isWholeSeen(seen)) return;
    stop();
    onSeen();
  });
  return stop;
};
