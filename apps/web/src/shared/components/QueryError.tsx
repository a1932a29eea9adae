import { ErrorPanel } from "@tribe/ui";
import { wordsOf } from "../api/errors.ts";

/** A screen or part that could not be loaded: words of the catalogue and a way to try again. */
export const QueryError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <ErrorPanel {...wordsOf(error)} action="Try again" onAction={onRetry} />
);
