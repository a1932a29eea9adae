/** A finger that began nearer to the edge makes the phone's own gesture. CSS pixels. */
const edge = 28;
/** Before a finger has gone so far nobody knows where it is going. */
const slack = 12;
/** Part of the width from where the page goes when the finger lets it. */
const farEnough = 0.35;
/** Pixels in a millisecond: a flick goes, too, if it went some way. */
const quickEnough = 0.5;
const backMs = 180;

/** What answers a finger that moves sideways by itself. */
const ownGestures = "input, textarea, canvas, [role=slider], [data-own-swipe]";

const scrollsSideways = (from: Element, page: Element): boolean => {
  for (let each: Element | null = from; each && each !== page; each = each.parentElement)
    if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  return false;
};

interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  /** Null before it is known whether the finger goes sideways. */
  readonly isTaken: boolean | null;
}

/**
 * Goes back when a finger moves the page to the right, as messengers do. The page follows the finger; let go too early, it
 * comes back. With reduced motion it stands still, and goes all the same. Meanwhile the browser's own gesture for it rests, or
 * one swipe would go back twice. @returns how to stop
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
      // Where the way back leads to this very page, it must not stay aside.
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
