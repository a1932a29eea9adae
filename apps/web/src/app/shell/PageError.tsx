import { ErrorPanel } from "@tribe/ui";
import { useEffect, useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { ChunkLoadError, reloadSafely } from "../../shared/navigation/part.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";
import { useIsOnline } from "../../shared/state/use-online.ts";

/** Shown when a page failed to render or load: the rest of the shell stays usable. */
export const PageError = ({ error, reset }: { error: unknown; reset: () => void }) => {
  useEffect(() => reportFailure(error, "render"), [error]);
  return error instanceof ChunkLoadError ? <PartMissing /> : <QueryError heading="h1" error={error} onRetry={reset} />;
};

const PartMissing = () => {
  const isOnline = useIsOnline();
  const [isBusy, setIsBusy] = useState(false);
  const reload = async () => {
    setIsBusy(true);
    await reloadSafely().catch(() => undefined); // still offline; the user can press it again
    setIsBusy(false);
  };
  return (
    <ErrorPanel
      heading="h1"
      title="This page didn't load"
      cause={isOnline ? "The connection broke, or Tribe was just updated." : "You're offline."}
      nextStep={isOnline ? "Reload to get it." : "Reload once you're back online."}
      action="Reload"
      busy={isBusy}
      onAction={() => void reload()}
    />
  );
};
