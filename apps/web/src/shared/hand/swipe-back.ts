/** A swipe that begins nearer to the edge is the phone's own gesture. CSS pixels. */
const edge = 28;
/** Movement before the direction of a swipe is decided. CSS pixels. */
const slack = 12;
/** Part of the width from which letting go goes back. */
const farEnough = 0.35;
/** Pixels per millisecond: a fast flick also goes back after a short way. */
const quickEnough = 0.5;
const backMs = 180;

/** Elements that handle horizontal movement themselves. */
export const ownGestures = "input, textarea, canvas, [role=slider], [data-own-swipe]";

/** Whether something from here up to the page scrolls to the side by itself. */
export const scrollsSideways = (from: Element, page: Element | null): boolean => {
  for (let each: Element | null = from; each && each !== page; each = each.parentElement)
    if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  return false;
};

interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  /** Null until it is decided whether the finger moves sideways. */
  readonly isTaken: boolean | null;
}

/**
 * Goes back when a finger moves the page to the right, as in messengers. The page follows the finger, and returns if it is let go
 * too early. With reduced motion the page does not move, but the gesture works. The browser's own gesture is disabled meanwhile,
 * or one swipe would go back twice. @returns a function that stops it
 */
export const followSwipeBack = (page: HTMLElement, back: () => void): (() => void) => {
  const ending = new AbortController();
  const options = { passive: true, signal: ending.signal };
  let swipe: Swipe | null = null;
  const { style } = document.documentElement;
  style.overscrollBehaviorX = "none";
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const move = (by: number, time = 0) => {
    page.style.transition = time > 0 ? `transform ${time}ms cubic-bezier(.2,.7,.2,1)` : "";
    page.style.transform = by > 0 && !isStill() ? `translateX(${by}px)` : "";
  };
  const rest = () => {
    if (swipe?.isTaken) move(0, backMs);
    swipe = null;
  };
  page.addEventListener(
    "touchstart",
    ({ touches, target, timeStamp }) => {
      const [finger] = touches;
      const isOurs =
        touches.length === 1 &&
        finger &&
        finger.clientX >= edge &&
        target instanceof Element &&
        !target.closest(ownGestures) &&
        !scrollsSideways(target, page);
      rest();
      if (isOurs) swipe = { x: finger.clientX, y: finger.clientY, at: timeStamp, isTaken: null };
    },
    options,
  );
  page.addEventListener(
    "touchmove",
    ({ touches }) => {
      const [finger] = touches;
      if (!swipe || !finger) return;
      if (touches.length > 1) return rest();
      const [right, down] = [finger.clientX - swipe.x, Math.abs(finger.clientY - swipe.y)];
      if (swipe.isTaken === null && Math.max(Math.abs(right), down) > slack) {
        if (right > 2 * down) swipe = { ...swipe, isTaken: true };
        else swipe = null;
      }
      if (swipe?.isTaken) move(Math.max(0, right - slack));
    },
    options,
  );
  page.addEventListener(
    "touchend",
    ({ changedTouches, timeStamp }) => {
      const [finger] = changedTouches;
      if (!swipe?.isTaken || !finger) return rest();
      const right = finger.clientX - swipe.x;
      const isFlick = right > 5 * slack && right / Math.max(1, timeStamp - swipe.at) > quickEnough;
      if (right < page.clientWidth * farEnough && !isFlick) return rest();
      swipe = null;
      back();
      // If the way back leads to this same page, it must not stay moved aside.
      move(0, backMs);
    },
    options,
  );
  page.addEventListener("touchcancel", rest, options);
  return () => {
    ending.abort();
    style.overscrollBehaviorX = "";
    move(0);
  };
};
