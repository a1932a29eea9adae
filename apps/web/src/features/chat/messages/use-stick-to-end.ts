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
 * `isAtEnd` is null before the list was drawn.
 * @param opensAtEnd whether it is opened there: a message far taller than the list guessed would leave it somewhere above
 */
export const useStickToEnd = (
  list: RefObject<VirtuosoHandle | null>,
  hasEnd: boolean,
  opensAtEnd: RefObject<boolean>,
) => {
  const isStuck = useRef(false);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [isAtEnd, setAtEnd] = useState<boolean | null>(null);
  const toEnd = () => {
    if (isStuck.current && hasEnd) list.current?.scrollToIndex({ index: "LAST", align: "end" });
  };
  const latest = useRef(toEnd);
  useEffect(() => {
    latest.current = toEnd;
  });
  useEffect(() => {
    if (!scroller) return;
    const measure = () => ({
      top: scroller.scrollTop,
      height: scroller.scrollHeight,
      seen: scroller.clientHeight,
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
      latest.current();
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
    list: {
      scrollerRef: (element: HTMLElement | Window | null) =>
        setScroller(element instanceof HTMLElement ? element : null),
      totalListHeightChanged: () => latest.current(),
    },
  };
};
