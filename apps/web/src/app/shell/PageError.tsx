import { ErrorPanel } from "@tribe/ui";
import { useEffect } from "react";
import { wordsOf } from "../../shared/api/errors.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";

/** A page that broke while it was drawn: the rest of the shell stays usable. */
export const PageError = ({ error, reset }: { error: unknown; reset: () => void }) => {
  useEffect(() => reportFailure(error, "render"), [error]);
  return <ErrorPanel heading="h1" {...wordsOf(error)} action="Try again" onAction={reset} />;
};
