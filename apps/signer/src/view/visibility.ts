/** The parts of IntersectionObserver version 2 that the DOM's types do not have yet. */
interface VisibilityInit extends IntersectionObserverInit {
  readonly trackVisibility: true;
  /** At least 100 ms by the specification. */
  readonly delay: number;
}

type Extent = Pick<DOMRectReadOnly, "top" | "width" | "height">;

/** One report of an observer. `isVisible` is missing where version 2 is. */
export interface VisibilityEntry {
  readonly isIntersecting: boolean;
  readonly intersectionRatio: number;
  readonly boundingClientRect: Extent;
  readonly intersectionRect: Extent;
  readonly isVisible?: boolean;
}

/** How an element stands before the person: whole, cut off by an edge, or under something, as far as the browser can tell. */
export type Sight = "whole" | "cut" | "covered";

/** Of an element's extent; what is missing are rounded pixels. */
const whole = 0.99;

export const sightOf = ({ isIntersecting, intersectionRatio, isVisible }: VisibilityEntry): Sight => {
  if (!isIntersecting || intersectionRatio < whole) return "cut";
  return isVisible === false ? "covered" : "whole";
};

/** A stretch of an element's height, from 0 at its top to 1 at its bottom. */
type Stretch = readonly [from: number, to: number];

/** Adds what a report shows to the stretches seen before, each as long as it can be. */
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

/** Whether all of the element has been in sight, at once or part by part. */
export const isWholeSeen = (seen: readonly Stretch[]): boolean => seen.some(([from, to]) => to - from >= whole);

const observe = (element: Element, threshold: number[], report: (entry: VisibilityEntry) => void): (() => void) => {
  const options: VisibilityInit = { threshold, trackVisibility: true, delay: 100 };
  const observer = new IntersectionObserver((entries) => entries.forEach(report), options);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Reports how an element stands before the person, at each change. Returns what ends it. */
export const watchSight = (element: Element, report: (sight: Sight) => void): (() => void) =>
  observe(element, [0, 0.5, whole, 1], (entry) => report(sightOf(entry)));

/** Fine enough for a line that is fifty times as high as what can be seen of it. */
const steps = Array.from({ length: 101 }, (_, index) => index / 100);

/** Calls once when all of an element has been in sight; one that is higher than the screen never is at once. */
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
