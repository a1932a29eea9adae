import { routerHistoryEntries } from "@tribe/contract";
import { createStore } from "../state/store.ts";

/** The page's position among the visited in-app pages, as the router counts them from 0. */
export interface HistoryPlace {
  readonly index: number;
  /** The page that was opened last; pages lie ahead only after going back. */
  readonly newest: number;
}

/** Follows one navigation of the router. A new page removes the pages ahead; back, forward and jumps only change the position. */
export const moveTo = ({ newest }: HistoryPlace, index: number, isNewPage: boolean): HistoryPlace => ({
  index,
  newest: isNewPage ? index : Math.max(newest, index),
});

/** Whether "back" stays inside the app; otherwise a fallback opens. Only the newest 100 pages count. */
export const canGoBack = ({ index, newest }: HistoryPlace): boolean =>
  index > Math.max(0, newest - routerHistoryEntries);

export const historyPlace = createStore<HistoryPlace>({ index: 0, newest: 0 });
