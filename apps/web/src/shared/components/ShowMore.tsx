import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@tribe/ui";
import { QueryError } from "./QueryError.tsx";

type Pages = Pick<
  UseInfiniteQueryResult,
  "error" | "isFetchNextPageError" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
>;

/** The end of a paginated list: loads the next page, or says why it failed. */
export const ShowMore = ({ pages }: { pages: Pages }) => {
  const { error, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  if (isFetchNextPageError) return <QueryError isPart error={error} onRetry={() => void fetchNextPage()} />;
  if (!hasNextPage) return null;
  return (
    <Button
      variant="ghost"
      small
      busy={isFetchingNextPage}
      className="self-center"
      onClick={() => void fetchNextPage()}
    >
      Show more
    </Button>
  );
};
