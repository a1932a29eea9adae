import { type QueryKey, type UseQueryResult, useQueryClient } from "@tanstack/react-query";

type Question = Pick<UseQueryResult, "isFetching" | "failureCount" | "errorUpdateCount" | "dataUpdatedAt">;

/**
 * Whether a part of a page waits for its first answer in this page. One from before, which the browser has kept or which came
 * with the page as anybody sees it, may be true no more. A question that has failed is asked again by itself, in which time
 * what there is is shown.
 */
export const isAwaited = ({ isFetching, failureCount, errorUpdateCount, dataUpdatedAt }: Question): boolean =>
  isFetching && failureCount + errorUpdateCount === 0 && dataUpdatedAt < performance.timeOrigin;

/**
 * Tells whether a question waits for its first answer in this page. One that was kept in the browser from before may be true no
 * more: it counts only once asking anew has failed. For what would move the page if it were taken back.
 */
export const useIsAwaitedAnew = () => {
  const cache = useQueryClient();
  return (queryKey: QueryKey, result: Question): boolean => {
    // Each is read, so that the part is drawn again when it changes.
    const { isFetching, failureCount } = result;
    const isOutdated = cache.getQueryState(queryKey)?.isInvalidated === true;
    return isAwaited(result) || (isOutdated && isFetching && failureCount === 0);
  };
};
