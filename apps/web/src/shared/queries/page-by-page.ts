/** A list that is read page by page: from its beginning, then from behind the last page that came. */
export const pageByPage = {
  initialPageParam: "",
  getNextPageParam: (last: { readonly nextCursor: string | null }): string | null => last.nextCursor,
};

/** The part of a query that names the page: the first one has no cursor. */
export const cursorOf = (pageParam: string): { readonly cursor?: string } => (pageParam ? { cursor: pageParam } : {});
