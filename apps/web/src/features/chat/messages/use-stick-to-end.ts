import { type RefObject, useEffect, useRef, useState } from "react";
import type { FlatIndexLocationWithAlign, VirtuosoHandle } from "react-virtuoso";

/** Whoever is this near to the end is at it. Pixels. */
const near = 80;

/** By these a person goes on by themself. */
const goingOn = ["wheel", "touchmove", "pointerdown", "keydown", "focusin"] as const;

/** What holds the lines. They are hidden until the list stands where it was opened: before, its end is not where it seems. */
const drawnLines = (scroller: HTMLElement): HTMLElement | null => {
  const lines = scroller.querySelector("[data-item-index]")?.parentElement;
  return lines?.checkVisibility({ visibilityProperty: true }) ? lines : null;
};

/**
 * Stays at the end of the messages while the person is there, also when the last one grows (a reaction, an edit, a picture)
 * or the room gets smaller (a keyboard, a pinned message). Only the person's own scrolling leaves the end.
 * Where it was opened elsewhere, it stands there until the person goes on: the list itself gives up when nothing new was measured
 * for 150 ms, and a slow phone takes longer. `isAtEnd` is null before the list was drawn. Whoever is elsewhere keeps what they see
 * in its place when a bar above the room comes or goes.
 */
export const useStickToEnd = (
  list: RefObject<VirtuosoHandle | null>,
  {
    hasEnd,
    opensAtEnd,
    opening,
    isHeld,
  }: {
    hasEnd: boolean;
    /** Whether it is opened there: a message far taller than the list guessed would leave it somewhere above. */
    opensAtEnd: RefObject<boolean>;
    /** Where it was opened, if not there. */
    opening: RefObject<FlatIndexLocationWithAlign | null>;
    /** Somebody aims at a message: it goes to the end when they are done. */
    isHeld: boolean;
  },
) => {
  const isStuck = useRef(false);
  const hasGoneOn = useRef(false);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [isAtEnd, setAtEnd] = useState<boolean | null>(null);
  /** @returns whether it stays there */
  const toEnd = (): boolean => {
    if (!isStuck.current || !hasEnd || isHeld) return false;
    list.current?.scrollToIndex({ index: "LAST", align: "end" });
    // The list hears a frame later how high the room is now: where a live's stage opens above, it would stop short by as much.
    scroller?.scrollTo({ top: scroller.scrollHeight });
    return true;
  };
  const toOpening = (): void => {
    if (opening.current && !isHeld && !hasGoneOn.current) list.current?.scrollToIndex(opening.current);
  };
  const latest = useRef(toEnd);
  const latestOpening = useRef(toOpening);
  useEffect(() => {
    latest.current = toEnd;
    latestOpening.current = toOpening;
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
    const look = () => {
      const now = measure();
      const isNear = now.height - now.seen - now.top <= near;
      if (isNear) isStuck.current = true;
      else if (now.top < before.top - 1 && now.height === before.height && now.seen === before.seen)
        isStuck.current = false;
      before = now;
      setAtEnd(isNear);
    };
    const size = new ResizeObserver((changes) => {
      // Going, it tells once more: by then the list's handle is the one of what is drawn anew, and not ready to be led.
      if (!scroller.isConnected) return;
      const isKept = latest.current();
      if (!isKept && changes.some(({ target }) => target !== scroller)) latestOpening.current();
      const { edge, seen } = measure();
      // Its upper edge alone has moved.
      const moved = edge - before.edge;
      if (!isKept && moved !== 0 && Math.abs(moved + seen - before.seen) <= 1) scroller.scrollTop += moved;
      look();
    });
    const goOn = () => {
      hasGoneOn.current = true;
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
      isStuck.current = opensAtEnd.current;
      latest.current();
      scroller.addEventListener("scroll", look, { passive: true });
      size.observe(scroller);
      // Lines that are out of sight are its padding.
      size.observe(lines, { box: "border-box" });
      look();
    };
    begin();
    return () => {
      cancelAnimationFrame(turn);
      scroller.removeEventListener("scroll", look);
      for (const event of goingOn) scroller.removeEventListener(event, goOn);
      size.disconnect();
      isStuck.current = false;
      setAtEnd(null);
    };
  }, [scroller, opensAtEnd]);
  return {
    isAtEnd,
    /** For who is led to another place. @returns false where the person has left the end already */
    leaveEnd: (): boolean => {
      if (isAtEnd !== null && !isStuck.current) return false;
      isStuck.current = false;
      setAtEnd(false);
      return true;
    },
    list: {
      scrollerRef: (element: HTMLElement | Window | null) =>
        setScroller(element instanceof HTMLElement ? element : null),
      totalListHeightChanged: () => latest.current(),
    },
  };
};
