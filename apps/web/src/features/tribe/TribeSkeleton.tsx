import { classes, Loading, Skeleton } from "@tribe/ui";
import { MembersLoading } from "../../shared/loading/MembersLoading.tsx";
import { MessagesLoading } from "../../shared/loading/MessagesLoading.tsx";
import { TribesLoading } from "../../shared/loading/TribesLoading.tsx";
import type { TribePlace } from "./tribe-place.ts";

/** The placeholder of a Tribe's page, in the shape of what comes: a phone's tab, or panes. */
export const TribeSkeleton = ({ place }: { place: TribePlace }) => (
  <Loading label="Loading the token">
    <h1 className="sr-only">Tribe</h1>
    <div aria-hidden className="flex h-full overflow-hidden">
      <div className="hidden w-66 shrink-0 border-r border-line px-2 pt-16 xl:block">
        <TribesLoading />
      </div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-14 shrink-0 items-center gap-3 px-4 lg:min-h-16 lg:px-5">
          <Skeleton className="size-9 rounded-tribe lg:size-10" />
          <Skeleton className="h-5 w-40" />
        </div>
        <div className="flex h-11 shrink-0 items-center justify-around border-b border-line sm:hidden">
          <Skeleton className="h-4 w-14" />
          <Skeleton className="h-4 w-14" />
          <Skeleton className="h-4 w-14" />
        </div>
        {place === "market" ? (
          <div className="sm:hidden">
            <MarketShape />
          </div>
        ) : null}
        <div className={classes("flex min-h-0 flex-1 flex-col", place === "market" && "max-sm:hidden")}>
          <Skeleton className="h-51 shrink-0 rounded-none lg:h-61" />
          <MessagesLoading />
        </div>
      </div>
      <div className="hidden w-80 shrink-0 flex-col border-l border-line lg:flex xl:w-90">
        <div className="min-h-16 shrink-0 border-b border-line" />
        {place === "market" ? (
          <MarketShape />
        ) : (
          <div className="p-3">
            <MembersLoading />
          </div>
        )}
      </div>
    </div>
  </Loading>
);

/** Price, chart and seat. */
const MarketShape = () => (
  <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
    <div className="flex flex-col gap-1">
      <Skeleton className="h-10 w-44" />
      <Skeleton className="h-5 w-32" />
    </div>
    <Skeleton className="h-52" />
    <Skeleton className="h-40" />
  </div>
);
