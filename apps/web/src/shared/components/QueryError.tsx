import { ErrorPanel } from "@tribe/ui";
import { useFailureWords } from "../api/failure-words.ts";

/** A screen or part that could not be loaded: words of the catalogue and a way to try again. */
export const QueryError = ({
  error,
  onRetry,
  heading = "p",
}: {
  error: unknown;
  onRetry: () => void;
  /** `h1` where it is all that a page shows. */
  heading?: "h1" | "p";
}) => {
  const words = useFailureWords(error);
  return words && <ErrorPanel {...words} heading={heading} action="Try again" onAction={onRetry} />;
};
