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

/**
 * Over the place of the tabs and the list, without a height of its own, while it is unknown what comes above them: what is shown in its
 * place has then not moved. index.html draws the same before the script runs.
 */
export const UnplacedList = ({ isWide }: { isWide: boolean }) => (
  <div className="-mb-4 h-0">
    <Loading label="Loading Tribes">
      <Skeleton className="h-9 w-47 lg:w-60 pointer-coarse:h-11" />
      <div className="-mx-2 pt-2">
        {isWide ? <div className="h-9 border-b border-line" /> : null}
        {places.map((key) => (isWide ? <WideRow key={key} /> : <NarrowRow key={key} />))}
      </div>
    </Loading>
  </div>
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
