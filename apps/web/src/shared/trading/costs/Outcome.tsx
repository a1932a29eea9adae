import { Sol } from "../../components/Sol.tsx";

/**
 * What an amount brings, or costs, and at which price: one line below it, whatever is typed, since everything below had to make room
 * for a second one. Where the words would take one, a sign stands for them; and a price for which there is no room then wraps to a
 * line that is not seen, since it stands above the amount and in the details, too.
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

/** What there is of SOL, above the amount. */
export const Available = ({ lamports }: { lamports: bigint }) => (
  <span className="tabular-nums">
    Balance <Sol lamports={lamports} />
  </span>
);
