import { ErrorPanel } from "@tribe/ui";
import { wordsOf } from "../shared/errors.ts";

/** A page that broke while it was drawn: the rest of the shell stays usable. */
export const PageError = ({ error, reset }: { error: unknown; reset: () => void }) => {
  const words = wordsOf(error);
  return <ErrorPanel heading="h1" title={words.title} message={words.message} action="Try again" onAction={reset} />;
};
