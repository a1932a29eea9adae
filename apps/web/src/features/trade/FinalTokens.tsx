import { formatAmount } from "@tribe/domain/money";
import { texts } from "@tribe/domain/words";
import { Lock } from "@tribe/ui/icons";
import type { TradeProblem } from "./assessment.ts";

/** Why the curve's last tokens can't be sold, and how many of the person's own are affected. */
export const FinalTokens = ({
  problem: { sellable, stuck },
  symbol,
  hasInviter,
  onPick,
}: {
  problem: Extract<TradeProblem, { kind: "finalTokens" }>;
  symbol: string;
  /** Whether the Tribe's Chief was invited: then the inviter holds tokens that nobody paid into the curve for. */
  hasInviter: boolean;
  onPick: (units: bigint) => void;
}) => (
  <section aria-label="Final tokens" role="alert" className="flex gap-3 rounded-card bg-down-soft p-3 text-sm">
    <Lock aria-hidden size={16} className="mt-0.5 shrink-0 text-down" />
    <div className="flex flex-col gap-1">
      <p className="font-medium">{texts.finalTokens}.</p>
      <p>
        {stuck > 0n ? `${formatAmount(stuck)} of your ${symbol} can't be sold right now. ` : ""}
        {hasInviter
          ? "The first tokens of this Tribe were a gift to whoever invited its Chief. No one paid for them, so nothing can be paid out for them yet. They can be sold once someone buys."
          : "Only tokens that somebody paid for can be paid out."}
      </p>
      {sellable > 0n ? (
        <button
          type="button"
          className="min-h-8 self-start font-medium underline underline-offset-2 pointer-coarse:min-h-11"
          onClick={() => onPick(sellable)}
        >
          Sell the {formatAmount(sellable)} that can be sold
        </button>
      ) : null}
    </div>
  </section>
);
