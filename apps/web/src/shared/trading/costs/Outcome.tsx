import { Sol } from "../../components/Sol.tsx";

/**
 * What an amount brings, or costs, and at which price, always in one line, so that what is below never moves. A sign replaces
 * words that would need a second line; a price without room wraps to a hidden line, as it is also shown above the amount and in
 * the details.
 */
export const Outcome = ({ isCost, amount, price }: { isCost: boolean; amount: string; price: string }) => (
  <span className="flex h-lh flex-wrap gap-x-[0.5ch] overflow-hidden [&>*]:whitespace-nowrap">
    <span>
      <span className="@max-[22rem]:sr-only">{isCost ? "You pay" : "You get"} about </span>
      <span aria-hidden className="@min-[22rem]:hidden">
        ≈{" "}
      </span>
      <b className="font-semibold text-text">{amount}</b>{" "}
    </span>
    <span>at {price}</span>
  </span>
);

/** The SOL balance above the amount. */
export const Available = ({ lamports }: { lamports: bigint }) => (
  <span className="tabular-nums">
    Balance <Sol lamports={lamports} />
  </span>
);
