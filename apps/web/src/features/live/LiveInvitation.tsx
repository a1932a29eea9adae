import type { LiveSummary } from "@tribe/contract";
import { classes } from "@tribe/ui";
import { LiveBars } from "../../shared/live/LiveBars.tsx";
import { ListenButton } from "./ListenButton.tsx";
import { watchingWords } from "./words.ts";

/**
 * Shown in the middle of the seats during a live session: the title, the number of people, and the button to join. On a phone it
 * fits between the faces: the first line is between the numbers of two seats, below the Chief's crown.
 */
export const LiveInvitation = ({ live, isInside }: { live: LiveSummary; isInside: boolean }) => (
  <div className="pointer-events-auto flex w-max flex-col items-center gap-1 pt-1 lg:gap-2 lg:pt-0">
    {live.title ? (
      <p
        title={live.title}
        className={classes(
          "max-w-[140px] text-[length:min(var(--text-sm),18px)] leading-normal font-semibold lg:max-w-80",
          isInside ? "truncate" : "line-clamp-2",
        )}
      >
        {live.title}
      </p>
    ) : null}
    <div className="flex items-center gap-2 lg:gap-3">
      <p className="flex items-center gap-1.5 text-[length:min(var(--text-xs),16px)] font-semibold text-ember-text">
        <LiveBars />
        <span>
          <span className={isInside ? "max-lg:sr-only" : undefined}>Live, </span>
          {watchingWords(live.viewers)}
        </span>
      </p>
      {isInside ? <ListenButton mint={live.mint} isAmongSeats /> : null}
    </div>
  </div>
);
