import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";

/** Why somebody who has confirmed is asked to confirm once more. @param kept what they signed before. */
export const AskedAgain = ({ kept: { via } }: { kept: OpenTransaction }) => (
  <p role="alert" className="text-text text-pretty">
    {via.kind === "creation"
      ? "Your Tribe wasn't created that time. Check it and confirm once more."
      : "That took too long, so nothing left your wallet. Check it and confirm once more."}
  </p>
);
