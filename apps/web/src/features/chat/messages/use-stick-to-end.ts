import { type RefObject, useEffect, useRef, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";

/** Whoever is this near to the end is at it. Pixels. */
const near = 80;

/** What holds the lines. They are hidden until the list stands where it was opened: before, its end is not where it seems. */
const drawnLines = (scroller: HTMLElement): HTMLElement | null => {
  const lines = scroller.querySelector("[data-item-index]")?.parentElement;
  return lines?.checkVisibility({ visibilityProperty: true }) ? lines : null;
};

/**
 * Stays at the end of the messages while the person is there, also when the last one grows (a reaction, an edit, a picture)
 * or the room gets smaller (a keyboard, a pinned message). Only the person's own scrolling leaves the end.
 * `isAtEnd` is null before the list was drawn. Whoever is elsewhere keeps what they see in its place when a bar above the
 * room comes or goes.
 */
export const useStickToEnd = (
  list: RefObject<VirtuosoHandle | null>,
  {
    hasEnd,
    opensAtEnd,
    isHeld,
  }: {
    hasEnd: boolean;
    /** Whether it is opened there: a message far taller than the list guessed would leave it somewhere above. */
    opensAtEnd: RefObject<boolean>;
    /** Somebody aims at a message: it goes to the end when they are done. */
    isHeld: boolean;
  },
) => {
  const isStuck = useRef(false);
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
  const latest = useRef(toEnd);
  useEffect(() => {
    latest.current = toEnd;
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
    const size = new ResizeObserver(() => {
      const isKept = latest.current();
      const { edge, seen } = measure();
      // Its upper edge alone has moved.
      const moved = edge - before.edge;
      if (!isKept && moved !== 0 && Math.abs(moved + seen - before.seen) <= 1) scroller.scrollTop += moved;
      look();
    });
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
