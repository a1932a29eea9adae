/**
 * Whether a part of a page waits for its first answer. A question that has failed is asked again by itself, in which time the
 * rest of the page is shown.
 */
export const isAwaited = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  isLoading && failureCount === 0;
