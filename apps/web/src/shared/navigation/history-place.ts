import { routerHistoryEntries } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** Where the page stands among the in-app pages that were visited, as the router counts them from 0. */
export interface HistoryPlace {
  readonly index: number;
  /** The page that was opened last; further ones lie ahead only after a way back. */
  readonly newest: number;
}

/** Follows one move of the router. A new page ends the way ahead; back, forward and jumps only change the place. */
export const moveTo = ({ newest }: HistoryPlace, index: number, isNewPage: boolean): HistoryPlace => ({
  index,
  newest: isNewPage ? index : Math.max(newest, index),
});

/** Whether "back" stays inside the app; otherwise a fallback is opened. Of the pages the newest 100 count. */
export const canGoBack = ({ index, newest }: HistoryPlace): boolean =>
  index > Math.max(0, newest - routerHistoryEntries);

export const historyPlace = createStore<HistoryPlace>({ index: 0, newest: 0 });
