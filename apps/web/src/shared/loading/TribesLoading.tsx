import { Loading, Skeleton } from "@tribe/ui";

/** A placeholder for a list of Tribes. */
export const TribesLoading = () => (
  <Loading label="Loading your Tribes">
    <Skeleton className="m-2 h-14" />
    <Skeleton className="m-2 h-14" />
    <Skeleton className="m-2 h-14" />
  </Loading>
);
