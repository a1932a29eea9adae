import { ApiError, type Uid } from "@tribe/contract";
import { Button, Spinner } from "@tribe/ui";
import { type ReactNode, useState } from "react";
import type { LinkDependencies, RecoveryLink } from "../wallet/recover.ts";
import { stopEmailByLink } from "../wallet/recovery-email.ts";
import { toWalletError } from "../wallet/wallet-error.ts";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

interface StopPageProps {
  readonly link: RecoveryLink & { readonly uid: Uid };
  readonly apiWith: LinkDependencies["apiWith"];
  readonly appOrigin: string;
}

type State =
  | { readonly kind: "asked"; readonly error: string | null }
  | { readonly kind: "working" }
  | { readonly kind: "stopped" }
  | { readonly kind: "over" };

/** What the mail to a recovery address opens that another one is to replace. Opening it changes nothing; whoever reads the mail can press. */
export const StopPage = ({ link, apiWith, appOrigin }: StopPageProps) => {
  const [state, setState] = useState<State>({ kind: "asked", error: null });
  const stop = trusted(() => {
    setState({ kind: "working" });
    stopEmailByLink({ apiWith }, link).then(
      (isStopped) => setState({ kind: isStopped ? "stopped" : "over" }),
      (thrown: unknown) => {
        const isOver = thrown instanceof ApiError && thrown.code === "recovery_link_invalid";
        setState(isOver ? { kind: "over" } : { kind: "asked", error: toWalletError(thrown).message });
      },
    );
  });
  return (
    <main className="mx-auto flex max-w-md flex-col gap-4 p-4 pt-16">
      <p className="text-lg font-semibold">Tribe wallet</p>
      {contentOf(state, stop)}
      <a className="self-center py-3 text-sm underline underline-offset-4" href={appOrigin}>
        Go to Tribe
      </a>
    </main>
  );
};

const contentOf = (state: State, stop: ReturnType<typeof trusted>): ReactNode => {
  switch (state.kind) {
    case "working":
      return (
        <Panel key="working" title="One moment">
          <p role="status" className="flex items-center gap-3 text-sm text-muted">
            <Spinner />
            Working on it...
          </p>
        </Panel>
      );
    case "stopped":
      return (
        <Panel key="stopped" title="Stopped: your recovery address stays">
          <p className="text-sm">
            If you didn't ask for the change, somebody used a browser that has your wallet: sign in, look under Security
            where you're signed in, and end what isn't you.
          </p>
        </Panel>
      );
    case "over":
      return (
        <Panel key="over" title="There is nothing to stop any more">
          <p className="text-sm">
            This change was stopped already, another one took its place, or its 72 hours are over. Sign in and look
            under Security.
          </p>
        </Panel>
      );
    case "asked":
      return (
        <Panel key="asked" title="Keep your recovery address?">
          <p className="text-sm">
            Another address is to take this one's place for your wallet. If that wasn't you, stop it: then everything
            stays as it is.
          </p>
          {state.error ? (
            <p role="alert" className="text-sm text-down">
              {state.error}
            </p>
          ) : null}
          <Button look="danger" onClick={stop}>
            Stop the change
          </Button>
        </Panel>
      );
  }
};
