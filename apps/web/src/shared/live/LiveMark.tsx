import type { LiveSummary, Mint } from "@tribe/contract";
import { LiveBars } from "./LiveBars.tsx";
import { useLive } from "./lives.ts";

/**
 * Shown beside a Tribe's name while it is live, with the number of people. A list loads the lives once, and passes them to its
 * rows.
 */
export const LiveBadge = ({ live }: { live: LiveSummary | null }) =>
  live ? (
    <span className="inline-flex h-5 shrink-0 items-center gap-1 rounded-full bg-ember px-1.5 text-xs leading-5 font-semibold text-on-ember tabular-nums">
      <LiveBars />
      <span className="sr-only">Live, </span>
      {live.viewers}
      <span className="sr-only"> here</span>
    </span>
  ) : null;

/** {@link LiveBadge} of one Tribe, which loads its live itself. */
export const LiveMark = ({ mint }: { mint: Mint }) => <LiveBadge live={useLive(mint)} />;
