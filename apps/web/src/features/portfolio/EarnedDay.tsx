import { lamports } from "@tribe/contract";
import { isolated } from "@tribe/domain/people";
import { classes } from "@tribe/ui";
import { ChevronDown, Users } from "@tribe/ui/icons";
import { useId, useState } from "react";
import { Sol } from "../../shared/components/Sol.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import type { Earning } from "../earnings/index.ts";
import { ActivityLine } from "./ActivityLine.tsx";

/** What one Tribe earned on one day, in one row; a press shows each trade. */
export const EarnedDay = ({ earnings }: { earnings: readonly Earning[] }) => {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const [newest] = earnings;
  if (!newest) return null;
  const sum = lamports(earnings.reduce((total, { creatorFee, referralFee }) => total + creatorFee + referralFee, 0n));
  const isPaid = earnings.every((earning) => earning.isPaid);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen((was) => !was)}
        className="flex min-h-14 w-full flex-wrap items-center gap-x-3 rounded-control py-1 text-left text-sm transition-colors hover:bg-surface"
      >
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-full bg-raised text-muted"
        >
          <Users size={16} />
        </span>
        <span className="flex min-w-0 flex-1 basis-[6em] flex-col">
          <span className="line-clamp-2 font-medium break-words">
            Earned in {isolated(newest.name || newest.symbol)}, {earnings.length} trades
          </span>
          <span className="flex flex-wrap gap-x-1 text-xs text-muted">
            <TimeAgo at={newest.blockTime * 1_000} />
            {isPaid ? null : (
              <>
                <span aria-hidden>·</span> Not paid yet
              </>
            )}
          </span>
        </span>
        <span className="ml-auto flex shrink-0 items-center gap-3">
          <span className="font-medium text-up">
            +<Sol lamports={sum} />
          </span>
          {/* As wide as the other lines' link to the explorer. */}
          <span className="flex size-11 items-center justify-center text-muted">
            <ChevronDown aria-hidden size={16} className={classes("transition-transform", isOpen && "rotate-180")} />
          </span>
        </span>
      </button>
      <ul id={list} hidden={!isOpen} className="ml-4 border-l border-line pl-3">
        {isOpen
          ? earnings.map((earning) => (
              <li key={`${earning.signature} ${earning.kind}`}>
                <ActivityLine activity={{ kind: "earning", earning, blockTime: earning.blockTime }} />
              </li>
            ))
          : null}
      </ul>
    </>
  );
};
