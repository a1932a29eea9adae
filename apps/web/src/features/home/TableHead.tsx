import { classes } from "@tribe/ui";
import { wideColumns } from "./columns.ts";

/**
 * What the columns are. They are no buttons: the server ranks by volume alone, and to sort what is loaded would show the
 * first of fifty as the first of all. Each row says its figures' names itself to who cannot see these.
 */
export const TableHead = () => (
  <div
    aria-hidden
    className={classes(
      wideColumns,
      "sticky top-0 z-10 h-9 border-b border-line bg-bg text-xs font-medium text-muted *:text-right",
    )}
  >
    <span className="text-left!">#</span>
    <span className="text-left!">Tribe</span>
    <span className="text-left!">24 h</span>
    <span>Price, SOL</span>
    <span>Change</span>
    <span>Mkt cap</span>
    <span className="font-semibold text-text">Volume ↓</span>
    <span>Seats</span>
    <span>Seat now</span>
  </div>
);
