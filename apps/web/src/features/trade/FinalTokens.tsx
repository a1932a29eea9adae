import { formatAmount } from "@tribe/domain/money";
import { texts } from "@tribe/domain/words";
import { Lock } from "lucide-react";
import type { TradeProblem } from "./assessment.ts";

/** Why the curve's last tokens stay where they are, and how many of the person's own that are. */
export const FinalTokens = ({
  problem: { sellable, stuck },
  symbol,
  hasInviter,
  onPick,
}: {
  problem: Extract<TradeProblem, { kind: "finalTokens" }>;
  symbol: string;
  /** The Tribe's Chief was invited: an inviter holds tokens that the curve was not paid for. */
  hasInviter: boolean;
  onPick: (units: bigint) => void;
}) => (
  <section aria-label="Final tokens" role="alert" className="flex gap-3 rounded-card bg-down-soft p-3 text-sm">
    <Lock aria-hidden size={16} className="mt-0.5 shrink-0 text-down" />
    <div className="flex flex-col gap-1">
      <p className="font-medium">{texts.finalTokens}.</p>
      <p>
        {stuck > 0n ? `${formatAmount(stuck)} ${symbol} of yours can't be sold now. ` : ""}
        {hasInviter
          ? "The first tokens of this Tribe are a gift to who invited its Chief: nobody paid the curve for them, so that it has nothing to give for as many. They can be sold once somebody buys."
          : "The curve has nothing to give for more than was bought from it."}
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
