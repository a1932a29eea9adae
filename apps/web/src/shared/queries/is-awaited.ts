import type { UseQueryResult } from "@tanstack/react-query";

type Question = Pick<UseQueryResult, "isFetching" | "failureCount" | "errorUpdateCount" | "dataUpdatedAt">;

/** The times of answers that this page has from before it was opened. */
const earlierTimes = new Set<number>();

/** Marks the answer of that time as one from before this page. */
export const noteEarlier = (updatedAt: number): void => void earlierTimes.add(updatedAt);

/**
 * Whether there is no answer yet, or one from before this page: from the browser's storage, or (time 0) delivered with the page
 * for any visitor. The clock can't decide that, because it may be set while a page is open.
 */
export const isEarlier = ({ dataUpdatedAt }: Pick<Question, "dataUpdatedAt">): boolean =>
  dataUpdatedAt === 0 || earlierTimes.has(dataUpdatedAt);

/**
 * Whether a part of a page waits for its first answer in this page, as an older one may be outdated. A failed query is retried,
 * and meanwhile the existing answer is shown. Each field is read by name: a reader is rendered for every field it reads, and
 * `...rest` reads all.
 */
export const isAwaited = ({ isFetching, failureCount, errorUpdateCount, dataUpdatedAt }: Question): boolean =>
  isFetching && failureCount + errorUpdateCount === 0 && isEarlier({ dataUpdatedAt });
