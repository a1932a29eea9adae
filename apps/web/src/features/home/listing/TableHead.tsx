import type { TokenSort } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { ArrowDown, ArrowUp } from "@tribe/ui/icons";
import type { ListingQuery } from "../home-search.ts";
import { wideColumns } from "./columns.ts";

interface SortProps {
  readonly wish: ListingQuery;
  readonly onSort: (sort: TokenSort) => void;
}

/** The columns' headings; a press sorts all Tribes by a column, not only the loaded ones. */
export const TableHead = (props: SortProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as the grid of the rows below it
  <div
    role="group"
    aria-label="Sort by"
    className={classes(wideColumns, "sticky top-0 z-10 h-9 border-b border-line bg-bg text-xs font-medium text-muted")}
  >
    <span aria-hidden>#</span>
    <span aria-hidden>Tribe</span>
    <span aria-hidden>24 h</span>
    <Head {...props} sort="price" name="Price, SOL" />
    <Head {...props} sort="change" name="Change" />
    <Head {...props} sort="marketCap" name="Mkt cap" />
    <Head {...props} sort="volume" name="Volume" />
    <Head {...props} sort="seats" name="Seats" />
    <span aria-hidden className="text-right">
      Seat now
    </span>
  </div>
);

const Head = ({ wish, onSort, sort, name }: SortProps & { sort: TokenSort; name: string }) => {
  const isChosen = wish.sort === sort;
  const Arrow = wish.order === "desc" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onSort(sort)}
      className={classes(
        "-mr-1 flex h-8 items-center justify-end gap-0.5 rounded-control pr-1 whitespace-nowrap transition-colors hover:text-text",
        isChosen && "font-semibold text-text",
      )}
    >
      {name}
      {isChosen ? (
        <>
          <Arrow aria-hidden size={12} className="shrink-0" />
          <span className="sr-only">, {wish.order === "desc" ? "highest" : "lowest"} first</span>
        </>
      ) : null}
    </button>
  );
};
