import { transactionTexts } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";

/** Why a person must confirm once more. @param kept the state of what they signed before */
export const AskedAgain = ({ kept: { via } }: { kept: OpenTransaction }) => (
  <p role="alert" className="text-text text-pretty">
    {via.kind === "creation" ? transactionTexts.creationAgain : transactionTexts.tradeAgain}
  </p>
);
