import type { FailureWords } from "@tribe/domain";
import { ErrorPanel } from "@tribe/ui";

/** What happened, why and what became of the money, what to do, and one button: OK unless another is named. */
export const FailurePanel = ({
  failure,
  onAction,
  action = "OK",
}: {
  failure: FailureWords;
  onAction: () => void;
  action?: string;
}) => <ErrorPanel {...failure} onAction={onAction} action={action} />;
