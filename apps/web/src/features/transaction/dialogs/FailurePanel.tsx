import type { FailureWords } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";

/** What happened, why and what became of the money, what to do, and OK. The code stands in the fold below it. */
export const FailurePanel = ({ failure, onAction }: { failure: FailureWords; onAction: () => void }) => (
  <ErrorPanel {...failure} onAction={onAction} />
);
