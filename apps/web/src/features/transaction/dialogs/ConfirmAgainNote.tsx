import type { FailureWords } from "@tribe/domain/words";
import { transactionTexts } from "@tribe/domain/words";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { isAccountNotClosed } from "../outcome/account-not-closed.ts";

interface ConfirmAgainNoteProps {
  /** What they signed before. */
  readonly lastSigned: OpenTransaction;
  /** Why it is prepared again; null when it only took too long. */
  readonly because: FailureWords | null;
}

/** Why a person must confirm once more. */
export const ConfirmAgainNote = ({ lastSigned: { via }, because }: ConfirmAgainNoteProps) => (
  <p role="alert" className="text-text text-pretty">
    {via.kind === "creation"
      ? transactionTexts.creationAgain
      : because && isAccountNotClosed(because)
        ? transactionTexts.withoutClosing
        : transactionTexts.tradeAgain}
  </p>
);
