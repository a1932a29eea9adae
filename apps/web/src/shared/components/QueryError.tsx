import { ErrorPanel } from "@tribe/ui";
import { useFailureWords } from "../api/failure-words.ts";

/** A screen or part that could not be loaded: words of the catalogue and a way to try again. */
export const QueryError = ({
  error,
  onRetry,
  heading = "p",
  isPart = false,
}: {
  error: unknown;
  onRetry: () => void;
  /** `h1` if the page shows nothing else. */
  heading?: "h1" | "p";
  /** Beside other parts of a screen, one of which may have its main action. */
  isPart?: boolean;
}) => {
  const words = useFailureWords(error);
  return words && <ErrorPanel {...words} heading={heading} isPart={isPart} action="Try again" onAction={onRetry} />;
};
