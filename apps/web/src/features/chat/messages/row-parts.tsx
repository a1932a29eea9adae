import { Armchair, Crown } from "@tribe/ui/icons";
import { clockTime, exactTime } from "../../../shared/time/clock.ts";
import type { Seated } from "../../../shared/tokens/tribe-seats.ts";

/** Shared by delivered and outgoing messages, so that both have the same layout. */

export const row =
  "group relative grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 px-3 lg:grid-cols-[40px_minmax(0,1fr)] lg:px-5 outline-none focus-visible:bg-surface focus-visible:shadow-[inset_2px_0_var(--tribe-ember)]";

export const words =
  "max-w-[64ch] text-base whitespace-pre-wrap break-words [overflow-wrap:anywhere] lg:text-sm lg:leading-[22px]";

export const authorLine = "flex max-w-full items-center gap-2 text-sm leading-[calc(20/14)]";

/** A line across the list with words in it, such as a date. */
export const rule =
  "flex items-center gap-3 px-4 pt-4 pb-1 text-xs font-semibold before:h-px before:flex-1 after:h-px after:flex-1 lg:px-5";

export const Time = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
    {clockTime(at)}
  </time>
);

/** The seat's icon with its number, or the Chief's crown. */
export const SeatMark = ({ seat: { number, isRisk } }: { seat: Seated }) =>
  number === null ? (
    <span className="flex shrink-0 items-center gap-0.5 text-xs font-semibold text-ember-text">
      <Crown aria-hidden size={13} /> Chief
    </span>
  ) : (
    <span
      className={`flex shrink-0 items-center gap-0.5 text-xs font-semibold tabular-nums ${isRisk ? "text-risk" : "text-muted"}`}
    >
      <Armchair aria-hidden size={13} />
      <span className="sr-only">seat </span>
      {number}
    </span>
  );
