import type { WorthRounding } from "@tribe/domain/money";
import { Sol } from "../../components/Sol.tsx";
import { Worth } from "../../fiat/Worth.tsx";

/**
 * What an amount brings, or costs, what that is in the person's currency, and at which price, always in one line, so that what is
 * below never moves. A sign replaces words that would need a second line; what has no room wraps to a hidden line, as it is also in
 * the details.
 */
export const Outcome = ({
  isCost,
  amount,
  price,
  lamports,
  rounding,
}: {
  isCost: boolean;
  amount: string;
  price: string;
  /** The SOL of the trade, whichever side it is on. */
  lamports: bigint;
  rounding: WorthRounding;
}) => (
  <span className="flex h-lh flex-wrap gap-x-[0.5ch] overflow-hidden [&>*]:whitespace-nowrap">
    <span>
      <span className="@max-[22rem]:sr-only">{isCost ? "You pay" : "You get"} about </span>
      <span aria-hidden className="@min-[22rem]:hidden">
        ≈{" "}
      </span>
      <b className="font-semibold text-text">{amount}</b>{" "}
    </span>
    <Worth lamports={lamports} rounding={rounding} /> <span>at {price}</span>
  </span>
);

/** The SOL balance above the amount. */
export const Available = ({ lamports }: { lamports: bigint }) => (
  <span className="tabular-nums">
    Balance <Sol lamports={lamports} /> <Worth lamports={lamports} />
  </span>
);
