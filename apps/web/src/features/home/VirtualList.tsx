import { useVirtualizer } from "@tanstack/react-virtual";
import type { TokenSummary } from "@tribe/contract";
import { Skeleton } from "@tribe/ui";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { narrowRowHeight, wideRowHeight } from "./columns.ts";
import { LivePrice } from "./LivePrice.tsx";
import { NarrowTokenRow, WideTokenRow } from "./TokenRow.tsx";
import type { Companions } from "./use-companions.ts";

/** Rows beyond the edges: enough that Tab always finds the next one. */
const overscan = 4;
/** What stands above the list on a phone, about: a wrong guess costs a second drawing or a few rows too many. */
const aboveList = 400;
/** Rows before the end at which the next page is asked for. */
const askAhead = 25;

const scroller = (): HTMLElement | null => document.getElementById("main");

interface VirtualListProps {
  readonly label: string;
  /** Rows of a table rather than lines of a phone. */
  readonly isWide: boolean;
  readonly tokens: readonly TokenSummary[];
  /** Who of the people one shares a Tribe with sits where. */
  readonly companions: Companions;
  /** How many the whole listing has. */
  readonly total: number;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/** Draws only the rows that can be seen. Arrow keys walk from row to row, Home and End to the ends. */
export const VirtualList = ({ label, isWide, tokens, companions, total, hasMore, onMore }: VirtualListProps) => {
  const list = useRef<HTMLOListElement>(null);
  const rowHeight = isWide ? wideRowHeight : narrowRowHeight;
  const Row = isWide ? WideTokenRow : NarrowTokenRow;
  const [offset, setOffset] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  useLayoutEffect(() => {
    const top = list.current && scroller()?.getBoundingClientRect().top;
    if (list.current && top !== null && top !== undefined)
      setOffset(list.current.getBoundingClientRect().top - top + (scroller()?.scrollTop ?? 0));
  }, []);
  const rows = useVirtualizer({
    count: tokens.length,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    getItemKey: (index) => tokens[index]?.mint ?? index,
    scrollMargin: offset,
    overscan,
    // Before it is measured, so that the first drawing has the rows and not a second one at once after it.
    initialRect: { width: innerWidth, height: Math.max(rowHeight, innerHeight - aboveList) },
    // What is scrolled to by the router before the first effect is drawn at once.
    initialOffset: () => scroller()?.scrollTop ?? 0,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= tokens.length - askAhead) onMore();
  }, [hasMore, last, tokens.length, onMore]);

  const focusRow = (index: number) => {
    const wanted = Math.min(tokens.length - 1, Math.max(0, index));
    rows.scrollToIndex(wanted, { align: "auto" });
    // It is there once the list has drawn where it was scrolled to.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-index="${wanted}"] a`)?.focus({ preventScroll: true }),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (focused === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = { ArrowDown: focused + 1, ArrowUp: focused - 1, Home: 0, End: tokens.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusRow(target);
  };
  return (
    <>
      <ol
        ref={list}
        aria-label={label}
        className="relative"
        style={{ height: rows.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(Number(target.closest<HTMLElement>("[data-index]")?.dataset.index ?? 0))}
        onBlur={() => setFocused(null)}
      >
        {items.map(({ index, key, start }) => {
          const token = tokens[index];
          return token ? (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - offset}px)` }}
            >
              <Row token={token} rank={index + 1} company={companions.get(token.mint) ?? null} />
            </li>
          ) : null;
        })}
      </ol>
      {hasMore ? <Skeleton className="my-2 h-12 w-full" /> : null}
      <LivePrice token={focused === null ? null : (tokens[focused] ?? null)} />
    </>
  );
};
