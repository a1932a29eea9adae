import type { TokenSort } from "@tribe/contract";
import { classes, Loading, Skeleton } from "@tribe/ui";
import type { ListingQuery } from "../home-search.ts";
import { narrowColumns, wideColumns } from "./columns.ts";
import { TableHead } from "./TableHead.tsx";

const places = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** A placeholder for the list while its first page is loading. */
export const RowsLoading = ({
  isWide,
  wish,
  onSort,
}: {
  isWide: boolean;
  wish: ListingQuery;
  onSort: (sort: TokenSort) => void;
}) => (
  <Loading label="Loading Tribes">
    <div className="-mx-2">
      {isWide ? <TableHead wish={wish} onSort={onSort} /> : null}
      {places.map((key) => (isWide ? <WideRow key={key} /> : <NarrowRow key={key} />))}
    </div>
  </Loading>
);

const WideRow = () => (
  <div className={classes(wideColumns, "h-12")}>
    <Skeleton className="h-4 w-4" />
    <span className="flex items-center gap-3">
      <Skeleton className="size-9 rounded-tribe" />
      <Skeleton className="h-4 w-32" />
    </span>
    {["line", "price", "change", "cap", "volume", "seats", "seat"].map((key) => (
      <Skeleton key={key} className="h-4 w-full" />
    ))}
  </div>
);

const NarrowRow = () => (
  <div className={classes(narrowColumns, "h-17")}>
    <Skeleton className="h-4 w-3" />
    <Skeleton className="size-10 rounded-tribe" />
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-6 w-full" />
    <Skeleton className="h-8 w-16" />
  </div>
);
