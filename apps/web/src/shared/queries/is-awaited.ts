import type { UseQueryResult } from "@tanstack/react-query";

type Question = Pick<UseQueryResult, "isFetching" | "failureCount" | "errorUpdateCount" | "dataUpdatedAt">;

/** When the answers were given that this page has from before it was opened. */
const earlierTimes = new Set<number>();

/** Has the answer of that time count as one from before this page. */
export const noteEarlier = (updatedAt: number): void => void earlierTimes.add(updatedAt);

/**
 * Whether there is no answer yet, or one from before this page: which the browser has kept, or (0) which came with the page as
 * anybody sees it. Whether it lies before the page's beginning by the clock says nothing: the clock may be set while a page is open.
 */
export const isEarlier = ({ dataUpdatedAt }: Pick<Question, "dataUpdatedAt">): boolean =>
  dataUpdatedAt === 0 || earlierTimes.has(dataUpdatedAt);

/**
 * Whether a part of a page waits for its first answer in this page. One from before may be true no more. A question that has
 * failed is asked again by itself, in which time what there is is shown. Each field by its name: what is read of a question
 * draws its reader anew whenever it changes, and `...rest` reads all.
 */
export const isAwaited = ({ isFetching, failureCount, errorUpdateCount, dataUpdatedAt }: Question): boolean =>
  isFetching && failureCount + errorUpdateCount === 0 && isEarlier({ dataUpdatedAt });
