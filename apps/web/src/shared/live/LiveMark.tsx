import type { LiveSummary, Mint } from "@tribe/contract";
import { LiveBars } from "./LiveBars.tsx";
import { useLive } from "./lives.ts";

/** Beside a Tribe's name while it is live, with how many are there. A list asks once who is live, and hands it to each of its rows. */
export const LiveBadge = ({ live }: { live: LiveSummary | null }) =>
  live ? (
    <span className="inline-flex h-5 shrink-0 items-center gap-1 rounded-full bg-ember px-1.5 text-xs leading-5 font-semibold text-on-ember tabular-nums">
      <LiveBars />
      <span className="sr-only">Live, </span>
      {live.viewers}
      <span className="sr-only"> here</span>
    </span>
  ) : null;

/** The same of one Tribe, where nobody has asked yet. */
export const LiveMark = ({ mint }: { mint: Mint }) => <LiveBadge live={useLive(mint)} />;
