import { Button, Spinner } from "@tribe/ui";
import { useCallback, useEffect, useState } from "react";
import { announceArrival } from "../channel/arrival.ts";
import { trusted } from "../view/trusted.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import { LockSection } from "./LockSection.tsx";
import type { Run } from "./run.ts";
import { readSafety, type SafetyState, type WindowDependencies } from "./safety.ts";
import { WayList } from "./WayList.tsx";
import { WindowSection } from "./WindowSection.tsx";

type State =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "ready"; readonly safety: SafetyState };

/** What brings the wallet back, and when this browser locks: each section of the wallet's own page that passkeys are in. */
export const PasskeySections = ({ dependencies }: { readonly dependencies: WindowDependencies }) => {
  const [state, setState] = useState<State>({ kind: "loading" });
  const look = useCallback(
    () =>
      readSafety(dependencies).then(
        (safety) => setState({ kind: "ready", safety }),
        (thrown: unknown) => setState({ kind: "failed", message: toWalletError(thrown).message }),
      ),
    [dependencies],
  );
  useEffect(() => void look(), [look]);
  switch (state.kind) {
    case "loading":
      return (
        <p role="status" className="flex items-center gap-3 text-sm text-muted">
          <Spinner />
          Asking the tab with Tribe...
        </p>
      );
    case "failed":
      return (
        <WindowSection title="Open Tribe in this browser">
          <p role="alert" className="text-sm">
            {state.message}
          </p>
          <p className="text-sm text-muted">This page works beside a tab with Tribe in which you are signed in.</p>
          <Button
            look="main"
            onClick={trusted(() => {
              setState({ kind: "loading" });
              void look();
            })}
          >
            Try again
          </Button>
        </WindowSection>
      );
    case "ready":
      return <Ready safety={state.safety} dependencies={dependencies} look={look} />;
  }
};

/** What was just done, said where it was pressed. */
type Said = { readonly kind: "done" | "failed"; readonly text: string } | null;

interface ReadyProps {
  readonly safety: SafetyState;
  readonly dependencies: WindowDependencies;
  readonly look: () => Promise<void>;
}

const Ready = ({ safety, dependencies, look }: ReadyProps) => {
  const [said, setSaid] = useState<Said>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const run: Run = (what, work) =>
    trusted(() => {
      setBusy(what);
      setSaid(null);
      work()
        .then(
          (text) => {
            setSaid({ kind: "done", text });
            // The app's line about the wallet is of now, too.
            announceArrival();
          },
          (thrown: unknown) => setSaid({ kind: "failed", text: toWalletError(thrown).message }),
        )
        .then(look)
        .finally(() => setBusy(null));
    });
  return (
    <>
      <WindowSection title="What brings your wallet back">
        <p className="text-sm text-pretty">{modeText(safety)}</p>
        <WayList safety={safety} dependencies={dependencies} busy={busy} run={run} />
        <p
          role={said?.kind === "failed" ? "alert" : "status"}
          className={said?.kind === "failed" ? "text-sm text-pretty text-down" : "text-sm font-medium text-pretty"}
        >
          {said?.text}
        </p>
      </WindowSection>
      <LockSection safety={safety} dependencies={dependencies} busy={busy} run={run} />
    </>
  );
};

/** In which mode the wallet is, and what would make it safer. */
const modeText = ({ recovery, ways, now }: SafetyState): string => {
  if (recovery === "passkey")
    return "Two ways of your own bring it back. No mail does any more, and nobody at Tribe can.";
  return ways.some(({ triedAt, from }) => triedAt !== null && from <= now)
    ? "One way of your own, and a mail. With a second way of your own the mail ends, and with it what a thief of your mailbox could do."
    : "Today a mail brings it back, so whoever reads your mail can. Add a passkey, and then a second way: with two, the mail ends.";
};
