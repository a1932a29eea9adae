import type { Mint } from "@tribe/contract";
import { LiveBars } from "./LiveBars.tsx";
import { useLive } from "./lives.ts";

/** Beside a Tribe's name while it is live, with how many are there. */
export const LiveMark = ({ mint }: { mint: Mint }) => {
  const live = useLive(mint);
  return live ? (
    <span className="inline-flex h-5 shrink-0 items-center gap-1 rounded-full bg-ember px-1.5 text-xs leading-5 font-semibold text-on-ember tabular-nums">
      <LiveBars />
      <span className="sr-only">Live, </span>
      {live.viewers}
      <span className="sr-only"> here</span>
    </span>
  ) : null;
};
