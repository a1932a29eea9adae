import { Sol } from "../../components/Sol.tsx";

/** What an amount brings, or costs, and at which price: one line below it. */
export const Outcome = ({ isCost, amount, price }: { isCost: boolean; amount: string; price: string }) => (
  <>
    {isCost ? "You pay" : "You get"} about <b className="font-semibold text-text">{amount}</b> at {price}
  </>
);

/** What there is of SOL, above the amount. */
export const Available = ({ lamports }: { lamports: bigint }) => (
  <span className="tabular-nums">
    Balance <Sol lamports={lamports} />
  </span>
);
