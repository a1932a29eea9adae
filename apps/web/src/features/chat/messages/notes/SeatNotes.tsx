import type { SeatNote, TokenProfile, Uid } from "@tribe/contract";
import { amountsOf } from "@tribe/domain/money";
import { classes } from "@tribe/ui";
import { Armchair } from "@tribe/ui/icons";
import { clockTime } from "../../../../shared/time/clock.ts";
import { seatMoments, seatWords } from "./seat-words.ts";

/** The seats that were taken and lost between two messages. Losses are emphasised, because the reader may be next. */
export const SeatNotes = ({
  notes,
  token,
  me,
}: {
  notes: readonly SeatNote[];
  token: TokenProfile;
  me: Uid | null;
}) => (
  <>
    {seatMoments(notes).map((moment) => {
      const isLoss = moment.lost.length > 0;
      return (
        <p
          key={moment.at}
          className={classes(
            "mx-3 mt-2 flex min-h-8 items-center gap-2 rounded-control px-3 py-1.5 text-xs lg:mx-5",
            isLoss ? "bg-risk-soft text-text" : "text-muted",
          )}
        >
          <Armchair aria-hidden size={14} className={classes("shrink-0", isLoss && "text-risk")} />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {seatWords(moment, me, amountsOf(token).named).map(({ text, isName }, index) =>
              isName ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence
                <bdi key={index} className="font-semibold text-text">
                  {text}
                </bdi>
              ) : (
                text
              ),
            )}
          </span>
          <span className={classes("shrink-0", isLoss ? "text-muted" : "text-faint")}>{clockTime(moment.at)}</span>
        </p>
      );
    })}
  </>
);
