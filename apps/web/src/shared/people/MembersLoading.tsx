import { Loading, Skeleton } from "@tribe/ui";

/** Where the members of a Tribe are about to stand. */
export const MembersLoading = () => (
  <Loading label="Loading members">
    <Skeleton className="my-1 h-12" />
    <Skeleton className="my-1 h-12" />
    <Skeleton className="my-1 h-12" />
  </Loading>
);
