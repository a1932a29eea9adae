import { formatBps } from "@tribe/domain/money";
import { impactLevel } from "@tribe/domain/trading";
import { type CostlyTrade, impactText } from "@tribe/domain/words";
import { Button, classes } from "@tribe/ui";
import { ChevronDown, TriangleAlert } from "@tribe/ui/icons";
import { createContext, type FormEvent, type ReactNode, useContext } from "react";
import { PriceImpact } from "../costs/PriceImpact.tsx";
import { SlippageSetting } from "../costs/SlippageSetting.tsx";
import { SeatOutlook, SeatOutlookLoading } from "../seat/SeatOutlook.tsx";
import type { SeatSentence } from "../seat/seat-sentence.ts";

/** Whether the panel is in the page beside a room, or in a dialog: its background differs. */
export const TradeGround = createContext<"dialog" | "page">("dialog");

/**
 * Buy or sell, on the curve or in the pool: always the same parts in the same order. An impact from 5 % is red, from 15 % a red box
 * says what it means, in the seat's place unless the seat is lost, too; that loss is announced once, with the way to keep it.
 */
export const TradePanel = ({
  notices,
  amount,
  quick,
  entry,
  after,
  seat,
  onStay,
  safer = null,
  details,
  feeBps,
  impactBps,
  costly,
  price,
  disabled,
  onSubmit,
}: {
  /** Notices that come first: a moved price, old tokens to convert, the holding. */
  notices: ReactNode;
  amount: ReactNode;
  quick: ReactNode;
  /** 'Buy min. to enter chat'. */
  entry: ReactNode;
  /** Further notes about the amount. */
  after?: ReactNode;
  /** Null while the holding is unknown. */
  seat: SeatSentence | null;
  /** Writes the amount that can be sold without losing the seat. */
  onStay: { readonly amount: string; readonly act: () => void } | null;
  /** The choice beside a seat at the cut: a little more, and it lasts. */
  safer?: { readonly label: string; readonly act: () => void } | null;
  /** All figures of the quote. */
  details: ReactNode;
  /** The trade's total fees; null without a quote. */
  feeBps: number | null;
  impactBps: number | null;
  /** The trade, as {@link impactText} describes it if it moves the price far; null without a quote. */
  costly: CostlyTrade | null;
  /** What is paid, and at most; null for a sale, and without a quote. */
  price?: ReactNode;
  disabled: boolean;
  onSubmit: () => void;
}) => {
  const ground = useContext(TradeGround);
  const alarm = costly && impactLevel(impactBps) === "extreme" ? impactText(costly) : null;
  const leaves = seat?.tone === "loss";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) onSubmit();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 pt-3">
      {notices}
      {amount}
      {quick}
      {entry}
      {after}
      {alarm ? (
        <section
          aria-label="Price impact"
          aria-live="polite"
          className="flex gap-3 rounded-card bg-down-soft p-4 text-sm"
        >
          <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-down" />
          <div className="min-w-0">
            <p className="font-semibold">{alarm.title}</p>
            <p>{alarm.detail}</p>
          </div>
        </section>
      ) : null}
      {alarm && !leaves ? null : seat ? (
        <SeatOutlook
          sentence={seat}
          choice={leaves && onStay ? { label: `Sell ${onStay.amount} and stay in`, act: onStay.act } : safer}
        />
      ) : (
        <SeatOutlookLoading />
      )}
      <details
        className="group scroll-mb-20 border-t border-line text-sm"
        // On a phone they would open below the visible part, behind the button.
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) currentTarget.scrollIntoView({ block: "nearest" });
        }}
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
          <span>Details</span>
          <span className="flex items-center gap-1 font-normal text-muted tabular-nums">
            {feeBps === null ? null : <span>Fees {formatBps(feeBps)}</span>}
            {impactBps === null ? null : <PriceImpact bps={impactBps} before="· impact " />}
            <ChevronDown aria-hidden size={16} className="transition-transform group-open:rotate-180" />
          </span>
        </summary>
        <div className="flex flex-col gap-3 pb-2">
          {details}
          <SlippageSetting />
        </div>
      </details>
      <div
        className={classes(
          "next-fades sticky -bottom-5 -mx-5 -mb-5 px-5 pb-5",
          ground === "page" ? "[--ground:var(--tribe-bg)]" : "rounded-b-card [--ground:var(--tribe-surface)]",
        )}
      >
        <Button
          variant={leaves || alarm ? "danger" : "primary"}
          type="submit"
          disabled={disabled}
          className={classes("min-h-12 w-full", !leaves && !alarm && "gives-way")}
        >
          {alarm ? `${costly?.side === "sell" ? "Sell" : "Buy"} anyway${leaves ? ", and leave the chat" : ""}` : null}
          {alarm ? null : leaves ? "Next, and leave the chat" : "Next"}
        </Button>
        {price}
      </div>
    </form>
  );
};
