import { Sol } from "../../components/Sol.tsx";

/**
 * What an amount brings, or costs, and at which price: one line below it. Where the words would take a second one, which
 * everything below had to make room for, a sign stands for them.
 */
export const Outcome = ({ isCost, amount, price }: { isCost: boolean; amount: string; price: string }) => (
  <>
    <span className="@max-[22rem]:sr-only">{isCost ? "You pay" : "You get"} about </span>
    <span aria-hidden className="@min-[22rem]:hidden">
      ≈{" "}
    </span>
    <b className="font-semibold text-text">{amount}</b> at {price}
  </>
);

/** What there is of SOL, above the amount. */
export const Available = ({ lamports }: { lamports: bigint }) => (
  <span className="tabular-nums">
    Balance <Sol lamports={lamports} />
  </span>
);
