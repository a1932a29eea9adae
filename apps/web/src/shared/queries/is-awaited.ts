import { type QueryKey, type UseQueryResult, useQueryClient } from "@tanstack/react-query";

/**
 * Whether a part of a page waits for its first answer. A question that has failed is asked again by itself, in which time the
 * rest of the page is shown.
 */
export const isAwaited = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  isLoading && failureCount === 0;

/**
 * Tells whether a question waits for its first answer in this page. One that was kept in the browser from before may be true no
 * more: it counts only once asking anew has failed. For what would move the page if it were taken back.
 */
export const useIsAwaitedAnew = () => {
  const cache = useQueryClient();
  return (queryKey: QueryKey, result: Pick<UseQueryResult, "isLoading" | "isFetching" | "failureCount">): boolean => {
    // Each is read, so that the part is drawn again when it changes.
    const { isFetching, failureCount } = result;
    const isOutdated = cache.getQueryState(queryKey)?.isInvalidated === true;
    return isAwaited(result) || (isOutdated && isFetching && failureCount === 0);
  };
};
