import { Skeleton } from "@tribe/ui";
import { TriangleAlert } from "@tribe/ui/icons";
import { Ladder } from "@tribe/ui/ladder";
import { RivalLine } from "./RivalLine.tsx";
import type { SeatSentence } from "./seat-sentence.ts";

const looks = {
  plain: "border border-line bg-bg",
  gain: "bg-ember-soft",
  loss: "bg-down-soft",
} as const;

/** The trade's effect on the seat, as a sentence and a ladder; with another amount beside it: for a loss what can be sold
 * instead, for a seat at the cut what makes it last. */
export const SeatOutlook = ({
  sentence: { tone, title, detail, rival, ladder },
  choice,
}: {
  sentence: SeatSentence;
  /** 'Sell 34.9 LEN and stay in', '+ 3 LEN (0.03 SOL): seat 11, 3 to spare'; null where neither is to be had. */
  choice: { readonly label: string; readonly act: () => void } | null;
}) => (
  <section aria-label="Your seat" aria-live="polite" className={`flex flex-col gap-3 rounded-card p-4 ${looks[tone]}`}>
    <div className="flex gap-3">
      {tone === "loss" ? <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-down" /> : null}
      <div className="min-w-0 text-sm">
        <p className="font-semibold">{title}</p>
        {detail ? <p className={tone === "plain" ? "text-muted" : ""}>{detail}</p> : null}
        <RivalLine rival={rival} />
      </div>
    </div>
    {choice ? (
      <button
        type="button"
        onClick={choice.act}
        className="min-h-11 rounded-control border border-line-strong bg-bg px-4 py-2 text-sm font-semibold text-balance tabular-nums hover:bg-raised"
      >
        {choice.label}
      </button>
    ) : null}
    <Ladder label={detail ? `${title}. ${detail}` : title} {...ladder} />
  </section>
);

/** As high as {@link SeatOutlook} once the holding is known, so that nothing around it moves then. */
export const SeatOutlookLoading = () => <Skeleton className="h-39.5 rounded-card" />;
