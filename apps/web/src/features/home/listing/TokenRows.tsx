import { useQuery } from "@tanstack/react-query";
import type { TokenSummary } from "@tribe/contract";
import { Skeleton } from "@tribe/ui";
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { livesQuery } from "../../../shared/live/lives.ts";
import type { Companions } from "../../../shared/queries/companions.ts";
import { narrowRowHeight, wideRowHeight } from "./columns.ts";
import { LivePrice } from "./LivePrice.tsx";
import { NarrowTokenRow, WideTokenRow } from "./TokenRow.tsx";

/** Rows of the first render, about one screen; the others are rendered deferred. */
const firstRows = 14;
/** How many rows before the end the next page is requested. */
const askAhead = 25;

interface TokenRowsProps {
  readonly label: string;
  /** Rows of a table rather than lines of a phone. */
  readonly isWide: boolean;
  readonly tokens: readonly TokenSummary[];
  /** By Tribe, the members with whom the signed-in person shares another Tribe. */
  readonly companions: Companions;
  /** The number of Tribes in the whole listing. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/**
 * A listing's rows. The browser lays out and paints only those near the screen (`content-visibility`), so that a search in
 * the page and a screen reader still find all of them. Arrow keys walk from row to row, Home and End to the ends.
 */
export const TokenRows = ({ label, isWide, tokens, companions, total, hasMore, onMore }: TokenRowsProps) => {
  const list = useRef<HTMLOListElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const rowHeight = isWide ? wideRowHeight : narrowRowHeight;
  const Row = isWide ? WideTokenRow : NarrowTokenRow;
  // One query here instead of an observer with a timer in each row.
  const { data: lives = [] } = useQuery(livesQuery);
  const [focused, setFocused] = useState<number | null>(null);
  const drawn = useDeferredValue(tokens.length, Math.min(tokens.length, firstRows));
  // Observed again after each page: if its end is near the screen as well, the next page is loaded at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new observer reports at once whether the new end is near
  useEffect(() => {
    if (!hasMore || !end.current) return;
    const rootMargin = `0px 0px ${askAhead * rowHeight}px 0px`;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      root: document.getElementById("main"),
      rootMargin,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, onMore, rowHeight, tokens.length]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (focused === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: drawn - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    list.current?.children[Math.min(drawn - 1, Math.max(0, target))]?.querySelector("a")?.focus();
  };
  return (
    <>
      <ol
        ref={list}
        aria-label={label}
        // The container's width in characters decides the layout of a phone's line.
        className={isWide ? undefined : "@container text-base"}
        // The final height from the first render on, so that a scroll position can be restored.
        style={{ minHeight: tokens.length * rowHeight }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(Number(target.closest<HTMLElement>("[data-index]")?.dataset.index ?? 0))}
        onBlur={() => setFocused(null)}
      >
        {tokens.slice(0, drawn).map((token, index) => (
          <li
            key={token.mint}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={total}
            className="[content-visibility:auto]"
            style={{ containIntrinsicBlockSize: `auto ${rowHeight}px` }}
          >
            <Row
              token={token}
              rank={index + 1}
              company={companions.get(token.mint) ?? null}
              live={lives.find(({ mint }) => mint === token.mint) ?? null}
            />
          </li>
        ))}
      </ol>
      <div ref={end} aria-hidden />
      {hasMore ? <Skeleton className="my-2 h-12 w-full" /> : null}
      <LivePrice token={focused === null ? null : (tokens[focused] ?? null)} />
    </>
  );
};
