import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type Sight, watchSight, watchUntilSeen } from "./visibility.ts";

/** How long everything must have been visible before a press counts: a finger already on its way must not confirm. */
const guardMilliseconds = 600;

/** Why Confirm is disabled: a line was never visible, or the end with the buttons is cut off or covered. */
export type Obstacle = "unread" | Exclude<Sight, "whole">;

interface Armed {
  /** Whether Confirm may work. */
  readonly isArmed: boolean;
  /** The obstacle, if it lasts longer than a moment. */
  readonly obstacle: Obstacle | null;
  /** The part from the first to the last line that was never visible, in CSS pixels of this page. */
  readonly unreadPart: () => { readonly top: number; readonly height: number } | null;
}

/**
 * Whether the confirm button may work: each line that the person must read (`data-line`) has been visible, the end with the
 * button is wholly visible now, and both for a moment already. When `shown` changes, new lines must become visible; unchanged
 * ones need not, as they may be scrolled away by now.
 */
export const useArmed = (
  details: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  shown: unknown,
): Armed => {
  const [readFor, setReadFor] = useState<unknown>(null);
  const [armedFor, setArmedFor] = useState<unknown>(null);
  const [sight, setSight] = useState<Sight | null>(null);
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const read = useRef(new Set<string>());
  const unread = useRef(new Set<Element>());

  useEffect(() => {
    if (shown === null || !details.current || !end.current) return;
    const left = new Set<Element>();
    const onRead = () => {
      if (left.size === 0) setReadFor(shown);
    };
    // Line by line: on a low screen they are never all visible at once.
    const stops = namedLines(details.current).flatMap(([line, name]) => {
      if (read.current.has(name)) return [];
      left.add(line);
      return watchUntilSeen(line, () => {
        read.current.add(name);
        left.delete(line);
        onRead();
      });
    });
    unread.current = left;
    onRead();
    stops.push(watchSight(end.current, setSight));
    return () => {
      for (const stop of stops) stop();
    };
  }, [details, end, shown]);

  const wasRead = readFor === shown;
  const isReady = wasRead && sight === "whole";
  useEffect(() => {
    if (!isReady) return setArmedFor(null);
    const timer = setTimeout(() => setArmedFor(shown), guardMilliseconds);
    return () => clearTimeout(timer);
  }, [isReady, shown]);

  const inTheWay = sight === null || isReady ? null : sight === "whole" ? "unread" : sight;
  useEffect(() => {
    setObstacle(null);
    // The browser reports each line a moment after it is drawn.
    const timer = setTimeout(() => setObstacle(inTheWay), guardMilliseconds);
    return () => clearTimeout(timer);
  }, [inTheWay]);

  const unreadPart = useCallback(() => {
    const boxes = [...unread.current].map((line) => line.getBoundingClientRect());
    if (boxes.length === 0) return null;
    const top = Math.min(...boxes.map((box) => box.top));
    return { top: top + window.scrollY, height: Math.max(...boxes.map((box) => box.bottom)) - top };
  }, []);

  return { isArmed: isReady && armedFor === shown, obstacle, unreadPart };
};

/** The lines that must be read, keyed by their text; equal texts are numbered. */
const namedLines = (box: Element): (readonly [line: Element, name: string])[] => {
  const times = new Map<string, number>();
  return [...box.querySelectorAll("[data-line]")].map((line) => {
    const text = line instanceof HTMLTextAreaElement ? line.value : (line.textContent ?? "");
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return [line, `${time} ${text}`];
  });
};
