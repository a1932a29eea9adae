import type { LiveSummary } from "@tribe/contract";
import { LiveBars } from "../../shared/live/LiveBars.tsx";
import { ListenButton } from "./ListenButton.tsx";
import { watchingWords } from "./words.ts";

/** In the middle of the seats while somebody is live: what it is about, how many are there, and the way in. */
export const LiveInvitation = ({ live, isInside }: { live: LiveSummary; isInside: boolean }) => (
  <div className="pointer-events-auto flex max-w-70 flex-col items-center gap-2">
    {live.title ? <p className="line-clamp-2 text-sm font-semibold">{live.title}</p> : null}
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5">
      <p className="flex items-center gap-1.5 text-xs font-semibold text-ember-text">
        <LiveBars />
        Live, {watchingWords(live.viewers)}
      </p>
      {isInside ? <ListenButton mint={live.mint} /> : null}
    </div>
  </div>
);
