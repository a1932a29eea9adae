import { ApiError } from "@tribe/contract";
import { mailedLinkStates } from "@tribe/domain/words";
import { Spinner } from "@tribe/ui";
import { type ReactNode, useState } from "react";
import { toWalletError } from "../wallet/wallet-error.ts";
import { Fault } from "./Fault.tsx";
import { OwnWindow } from "./OwnWindow.tsx";
import { Panel } from "./Panel.tsx";
import { trusted } from "./trusted.ts";

/** The state of a mailed link's page. `Outcome` is the result of a press. */
export type MailedLinkState<Outcome> =
  /** The link was not used yet; `error` after a failure. */
  | { readonly kind: "pending"; readonly error: string | null }
  | { readonly kind: "working" }
  | { readonly kind: "done"; readonly outcome: Outcome }
  /** The link was used, or has expired. */
  | { readonly kind: "expired" };

/** The state of such a page, and functions that do the work with the link: `onPress` of a trusted press. */
export const useMailedLink = <Outcome,>() => {
  const [state, setState] = useState<MailedLinkState<Outcome>>({ kind: "pending", error: null });
  /** @param work returns null if the link turned out to be used or expired */
  const run = (work: () => Promise<Outcome | null>): void => {
    setState({ kind: "working" });
    work().then(
      (outcome) => setState(outcome === null ? { kind: "expired" } : { kind: "done", outcome }),
      (thrown: unknown) => {
        const isExpired = thrown instanceof ApiError && thrown.code === "recovery_link_invalid";
        setState(isExpired ? { kind: "expired" } : { kind: "pending", error: toWalletError(thrown).message });
      },
    );
  };
  const onPress = (work: () => Promise<Outcome | null>) => trusted(() => run(work));
  return { state, onPress, run };
};

interface MailedLinkFrameProps<Outcome> {
  readonly state: MailedLinkState<Outcome>;
  readonly appOrigin: string | null;
  /** What the link will do. */
  readonly pending: { readonly title: string; readonly text: string };
  /** The buttons under it. */
  readonly buttons: ReactNode;
  readonly expired: { readonly title: string; readonly text: string };
  /** The result of a press: a panel with a key of its own, so that its title is announced. */
  readonly resultOf: (outcome: Outcome) => ReactNode;
}

/** The page that a mailed link opens, in a window of its own. Opening it changes nothing: mail gateways open links, too. */
export const MailedLinkFrame = <Outcome,>({ state, appOrigin, ...parts }: MailedLinkFrameProps<Outcome>) => (
  <OwnWindow appOrigin={appOrigin}>{panelOf(state, parts)}</OwnWindow>
);

const panelOf = <Outcome,>(
  state: MailedLinkState<Outcome>,
  { pending, buttons, expired, resultOf }: Omit<MailedLinkFrameProps<Outcome>, "state" | "appOrigin">,
): ReactNode => {
  switch (state.kind) {
    case "working":
      return (
        <Panel key="working" title="One moment">
          <p role="status" className="flex items-center gap-3 text-sm text-muted">
            <Spinner />
            {mailedLinkStates.working}
          </p>
        </Panel>
      );
    case "done":
      return resultOf(state.outcome);
    case "expired":
      return (
        <Panel key="expired" title={expired.title}>
          <p className="text-sm">{expired.text}</p>
        </Panel>
      );
    case "pending":
      return (
        <Panel key="pending" title={pending.title}>
          <p className="text-sm">{pending.text}</p>
          <Fault message={state.error} />
          <div className="pt-2">{buttons}</div>
        </Panel>
      );
  }
};
