import { Loading, Skeleton } from "@tribe/ui";

/** The page's own shape while it loads. */
export const TokenSkeleton = () => (
  <Loading label="Loading the token">
    <div className="mx-auto flex max-w-6xl flex-col gap-6 px-4 py-4 lg:flex-row lg:py-6">
      <div className="flex min-w-0 flex-1 flex-col gap-4 lg:gap-6">
        <div className="flex items-center gap-3">
          <Skeleton className="size-11" />
          <Skeleton className="size-14 rounded-card" />
          <Skeleton className="h-11 max-w-56 flex-1" />
        </div>
        <Skeleton className="h-9 max-w-72 lg:h-12" />
        <Skeleton className="h-84 sm:h-104 lg:h-120" />
        <Skeleton className="h-24 lg:hidden" />
        <Skeleton className="h-44" />
        <Skeleton className="h-80" />
      </div>
      <div className="hidden w-80 shrink-0 flex-col gap-6 lg:flex">
        <Skeleton className="h-32" />
        <Skeleton className="h-14" />
        <Skeleton className="h-60" />
      </div>
    </div>
  </Loading>
);
