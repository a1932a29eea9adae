import type { FailureWords } from "@tribe/domain/words";
import { transactionTexts } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { isAccountNotClosed } from "../outcome/account-not-closed.ts";

interface AskedAgainProps {
  /** What they signed before. */
  readonly kept: OpenTransaction;
  /** Why it is prepared again; null when it only took too long. */
  readonly because: FailureWords | null;
}

/** Why a person must confirm once more. */
export const AskedAgain = ({ kept: { via }, because }: AskedAgainProps) => (
  <p role="alert" className="text-text text-pretty">
    {via.kind === "creation"
      ? transactionTexts.creationAgain
      : because && isAccountNotClosed(because)
        ? transactionTexts.withoutClosing
        : transactionTexts.tradeAgain}
  </p>
);
