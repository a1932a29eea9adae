import { transactionTexts } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";

/** Why somebody who has confirmed is asked to confirm once more. @param kept what they signed before. */
export const AskedAgain = ({ kept: { via } }: { kept: OpenTransaction }) => (
  <p role="alert" className="text-text text-pretty">
    {via.kind === "creation" ? transactionTexts.creationAgain : transactionTexts.tradeAgain}
  </p>
);
