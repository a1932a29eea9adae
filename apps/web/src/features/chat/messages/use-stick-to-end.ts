import { type RefObject, useEffect, useRef, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";

/** Whoever is this near to the end is at it. Pixels. */
const near = 80;

/**
 * Stays at the end of the messages while the person is there, also when the last one grows (a reaction, an edit, a picture)
 * or the room gets smaller (a keyboard, a pinned message). Only the person's own scrolling leaves the end.
 */
export const useStickToEnd = (list: RefObject<VirtuosoHandle | null>, hasEnd: boolean) => {
  const isStuck = useRef(false);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const toEnd = () => {
    if (isStuck.current && hasEnd) list.current?.scrollToIndex({ index: "LAST", align: "end" });
  };
  const latest = useRef(toEnd);
  useEffect(() => {
    latest.current = toEnd;
  });
  useEffect(() => {
    if (!scroller) return;
    let before = { top: scroller.scrollTop, height: scroller.scrollHeight, seen: scroller.clientHeight };
    const look = () => {
      const now = { top: scroller.scrollTop, height: scroller.scrollHeight, seen: scroller.clientHeight };
      if (now.height - now.seen - now.top <= near) isStuck.current = true;
      else if (now.top < before.top - 1 && now.height === before.height && now.seen === before.seen)
        isStuck.current = false;
      before = now;
    };
    scroller.addEventListener("scroll", look, { passive: true });
    const size = new ResizeObserver(() => latest.current());
    size.observe(scroller);
    return () => {
      scroller.removeEventListener("scroll", look);
      size.disconnect();
    };
  }, [scroller]);
  return {
    scrollerRef: (element: HTMLElement | Window | null) => setScroller(element instanceof HTMLElement ? element : null),
    totalListHeightChanged: () => latest.current(),
  };
};
