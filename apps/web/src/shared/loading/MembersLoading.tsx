import { Loading, Skeleton } from "@tribe/ui";

/** A placeholder for the members of a Tribe. */
export const MembersLoading = () => (
  <Loading label="Loading members">
    <Skeleton className="my-1 h-12" />
    <Skeleton className="my-1 h-12" />
    <Skeleton className="my-1 h-12" />
  </Loading>
);
