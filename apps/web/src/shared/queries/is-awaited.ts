import type { UseQueryResult } from "@tanstack/react-query";

type Question = Pick<UseQueryResult, "isFetching" | "failureCount" | "errorUpdateCount" | "dataUpdatedAt">;

/**
 * Whether a part of a page waits for its first answer in this page. One from before, which the browser has kept or which came
 * with the page as anybody sees it, may be true no more. A question that has failed is asked again by itself, in which time
 * what there is is shown.
 */
export const isAwaited = ({ isFetching, failureCount, errorUpdateCount, dataUpdatedAt }: Question): boolean =>
  isFetching && failureCount + errorUpdateCount === 0 && dataUpdatedAt < performance.timeOrigin;
