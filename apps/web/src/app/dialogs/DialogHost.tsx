import { CatchBoundary } from "@tanstack/react-router";
import { pageTexts } from "@tribe/domain/words";
import { lazy, Suspense, useEffect, useState } from "react";
import { failureWords } from "../../shared/api/failure-words.ts";
import { activeDialog } from "../../shared/dialogs/dialog-stack.ts";
import { DialogIdContext, dialogStack, dialogs } from "../../shared/dialogs/dialogs.ts";
import { flow, flowStore } from "../../shared/flow/flow-store.ts";
import { ChunkLoadError, part, reloadSafely } from "../../shared/navigation/part.ts";
import { toast } from "../../shared/notices/toast.ts";
import { reportFailure } from "../../shared/page-log/page-log.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useStore } from "../../shared/state/store.ts";
import { preloadOnInteraction } from "../shell/preload.ts";

/** The map of all dialogs is loaded with the first dialog, or when somebody first touches the page. */
const loadShownDialog = () => lazy(part(() => import("./ShownDialog.tsx").then((m) => ({ default: m.ShownDialog }))));
let ShownDialog = loadShownDialog();

const loadFlowRunner = () => lazy(part(() => import("./FlowRunner.tsx").then((m) => ({ default: m.FlowRunner }))));
let FlowRunner = loadFlowRunner();

/** Runs flows for signed-in people and those with an intent; other visitors don't need them. */
export const Flows = () => {
  const current = useStore(flowStore);
  const isSignedIn = useLocalUser() !== null;
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && (current || isSignedIn)) setWanted(true);
  return isWanted ? (
    <CatchBoundary
      getResetKey={() => (current ? "flow" : "none")}
      onCatch={(error) => {
        flow.end();
        FlowRunner = isMissing(error) ? loadFlowRunner() : FlowRunner;
        tell(error);
      }}
      errorComponent={() => null}
    >
      <Suspense>
        <FlowRunner />
      </Suspense>
    </CatchBoundary>
  ) : null;
};

/** Shows the most recently opened dialog. */
export const DialogHost = () => {
  const entry = activeDialog(useStore(dialogStack));
  useEffect(preloadOnInteraction, []);
  return entry ? (
    <DialogIdContext key={entry.id} value={entry.id}>
      <CatchBoundary
        getResetKey={() => entry.id}
        onCatch={(error) => giveUp(entry.id, error)}
        errorComponent={() => null}
      >
        <Suspense>
          <ShownDialog entry={entry} />
        </Suspense>
      </CatchBoundary>
    </DialogIdContext>
  ) : null;
};

/** A dialog that failed to render or load is removed; the page beneath stays. */
const giveUp = (id: number, error: unknown): void => {
  dialogs.dismiss(id);
  dialogs.remove(id);
  // React caches a failed load forever: the next dialog starts a new one.
  if (isMissing(error)) ShownDialog = loadShownDialog();
  tell(error);
};

const isMissing = (error: unknown): boolean => error instanceof ChunkLoadError;

const tell = (error: unknown): void => {
  reportFailure(error, "render");
  if (isMissing(error))
    toast.error(pageTexts.notLoaded, {
      description: pageTexts.notLoadedCause,
      action: { label: "Reload", onClick: () => void reloadSafely().catch(() => undefined) }, // out of reach: it stays
    });
  else void failureWords(error).then(({ title }) => toast.error(title));
};
