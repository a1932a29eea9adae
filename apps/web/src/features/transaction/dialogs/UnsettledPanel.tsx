import type { FailureWords } from "@tribe/domain/words";
import { transactionTexts } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import { type ReactNode, useState } from "react";
import { clockTime } from "../../../shared/time/clock.ts";
import type { StatusCheck } from "../delivery/delivery.ts";

/**
 * Shown while the result is unknown: checks again when asked, shows progress, and says when there was no answer. A result
 * replaces this panel. OK closes it, and the result is then shown by a toast.
 */
export const UnsettledPanel = ({
  failure,
  checkAgain,
  onLeave,
  footer,
}: {
  failure: FailureWords;
  checkAgain: () => Promise<StatusCheck["kind"]>;
  onLeave: () => void;
  /** Below the words and the last poll's result. */
  footer: ReactNode;
}) => {
  const [isLooking, setLooking] = useState(false);
  const [lookedAt, setLookedAt] = useState<Date | null>(null);
  const check = () => {
    setLooking(true);
    void checkAgain().then(() => {
      setLooking(false);
      setLookedAt(new Date());
    });
  };
  return (
    <ErrorPanel
      {...failure}
      fills
      action="Check again"
      busy={isLooking}
      onAction={check}
      onLeave={onLeave}
      footer={
        <>
          <p role="status" className="min-h-5 text-sm text-muted">
            {isLooking ? "Checking…" : lookedAt ? transactionTexts.noAnswerAt(clockTime(lookedAt.getTime())) : ""}
          </p>
          {footer}
        </>
      }
    />
  );
};
