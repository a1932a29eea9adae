import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FlatIndexLocationWithAlign, VirtuosoHandle } from "react-virtuoso";

/** A scroll position within this distance, in pixels, counts as the end. */
const near = 80;

/** As much as the ring and what is pinned below it have, in pixels: with less above, the messages would move when these fold. */
const roomAbove = 240;

/** Events by which a person takes over from the automatic scroll position. */
const goingOn = ["wheel", "touchmove", "pointerdown", "keydown", "focusin"] as const;

/** The container of the lines; null while the list hides them, until it has reached its initial position and knows its end. */
const drawnLines = (scroller: HTMLElement): HTMLElement | null => {
  const lines = scroller.querySelector("[data-item-index]")?.parentElement;
  return lines?.checkVisibility({ visibilityProperty: true }) ? lines : null;
};

/**
 * Keeps the list at the end of the messages while the person is there, also when the last message grows (a reaction, an edit, a
 * picture) or the list gets smaller (a keyboard, a pinned message). Only the person's own scrolling leaves the end.
 * If the list was opened at another position, or a message was jumped to, it is kept there until the person interacts: the list
 * itself stops doing so when it has measured nothing new for 150 ms, and a slow phone takes longer; and it doesn't follow a message
 * that is jumped to while older ones come in above. Away from the end, the visible messages stay in place
 * when a bar above the list appears or disappears. `isAtEnd` is null before the first render of the list.
 */
export const useStickToEnd = (
  list: RefObject<VirtuosoHandle | null>,
  {
    hasEnd,
    opensAtEnd,
    kept,
    isHeld,
    onUp,
  }: {
    hasEnd: boolean;
    /** Whether the list opens at the end: a message much higher than estimated would otherwise leave it somewhere above. */
    opensAtEnd: boolean;
    /** The position at which the list was opened, if not the end, or to which it was led since. */
    kept: FlatIndexLocationWithAlign | null;
    /** The person is pointing at a message: the list scrolls to the end only after that. */
    isHeld: boolean;
    /** Called when the person scrolls up, with room above for what makes way. */
    onUp: () => void;
  },
) => {
  const isStuck = useRef(false);
  const hasGoneOn = useRef(false);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [isAtEnd, setAtEnd] = useState<boolean | null>(null);
  /** @returns whether the list sticks to the end */
  const toEnd = (): boolean => {
    if (!isStuck.current || !hasEnd || isHeld) return false;
    list.current?.scrollToIndex({ index: "LAST", align: "end" });
    // The list learns its new height a frame later: when a live session's stage opens above, it alone would stop short of the end.
    scroller?.scrollTo({ top: scroller.scrollHeight });
    return true;
  };
  const toKept = (): void => {
    if (kept && !isHeld && !hasGoneOn.current) list.current?.scrollToIndex(kept);
  };
  const latest = useRef(toEnd);
  const latestKept = useRef(toKept);
  const latestOpensAtEnd = useRef(opensAtEnd);
  const latestUp = useRef(onUp);
  // Before the next frame, in which the observer below sees the new lines.
  useLayoutEffect(() => {
    latest.current = toEnd;
    latestKept.current = toKept;
    latestOpensAtEnd.current = opensAtEnd;
    latestUp.current = onUp;
  });
  useEffect(() => {
    if (!isHeld) latest.current();
  }, [isHeld]);
  useEffect(() => {
    if (!scroller) return;
    const measure = () => ({
      top: scroller.scrollTop,
      height: scroller.scrollHeight,
      seen: scroller.clientHeight,
      edge: scroller.getBoundingClientRect().top,
    });
    let before = measure();
    const update = () => {
      const now = measure();
      const isNear = now.height - now.seen - now.top <= near;
      if (isNear) isStuck.current = true;
      else if (now.top < before.top - 1 && now.height === before.height && now.seen === before.seen) {
        isStuck.current = false;
        if (now.top > roomAbove) latestUp.current();
      }
      before = now;
      setAtEnd(isNear);
    };
    const size = new ResizeObserver((changes) => {
      // The observer fires once more when the list is removed; the handle then belongs to the new list, which is not ready yet.
      if (!scroller.isConnected) return;
      const staysAtEnd = latest.current();
      if (!staysAtEnd && changes.some(({ target }) => target !== scroller)) latestKept.current();
      const { edge, seen } = measure();
      // Only the list's upper edge has moved.
      const moved = edge - before.edge;
      if (!staysAtEnd && moved !== 0 && Math.abs(moved + seen - before.seen) <= 1) scroller.scrollTop += moved;
      update();
    });
    const goOn = ({ type, relatedTarget = null }: Event & { readonly relatedTarget?: EventTarget | null }) => {
      // The message that was jumped to takes the focus from nothing: that is nobody's act.
      if (type !== "focusin" || relatedTarget !== null) hasGoneOn.current = true;
    };
    hasGoneOn.current = false;
    for (const event of goingOn) scroller.addEventListener(event, goOn, { passive: true });
    let turn = 0;
    const begin = () => {
      const lines = drawnLines(scroller);
      if (!lines) {
        turn = requestAnimationFrame(begin);
        return;
      }
      isStuck.current = latestOpensAtEnd.current;
      latest.current();
      scroller.addEventListener("scroll", update, { passive: true });
      size.observe(scroller);
      // The border box, because lines that are not rendered are padding.
      size.observe(lines, { box: "border-box" });
      update();
    };
    begin();
    return () => {
      cancelAnimationFrame(turn);
      scroller.removeEventListener("scroll", update);
      for (const event of goingOn) scroller.removeEventListener(event, goOn);
      size.disconnect();
      isStuck.current = false;
      setAtEnd(null);
    };
  }, [scroller]);
  return {
    isAtEnd,
    /** Stops sticking to the end before scrolling elsewhere. @returns false if the person has already left the end */
    leaveEnd: (): boolean => {
      if (isAtEnd !== null && !isStuck.current) return false;
      isStuck.current = false;
      setAtEnd(false);
      return true;
    },
    /** Stops keeping a position: the list is led elsewhere by what is outside of it. */
    leaveKept: (): void => {
      hasGoneOn.current = true;
    },
    /** Stops sticking to the end while another message is shown, and keeps that; where that is at the end, it sticks again. */
    release: (): void => {
      isStuck.current = false;
      hasGoneOn.current = false;
      requestAnimationFrame(() => scroller?.dispatchEvent(new Event("scroll")));
    },
    list: {
      scrollerRef: (element: HTMLElement | Window | null) =>
        setScroller(element instanceof HTMLElement ? element : null),
      totalListHeightChanged: () => latest.current(),
    },
  };
};
