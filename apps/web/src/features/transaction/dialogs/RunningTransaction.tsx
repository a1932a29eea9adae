import type { TransactionSignature } from "@tribe/contract";
import { type TransactionDialogState, transactionDialog } from "@tribe/domain/machines";
import { type FailureWords, walletFailure, withRequest } from "@tribe/domain/words";
import type { DialogHeights } from "@tribe/ui/dialog";
import { frameIn } from "@tribe/ui/wallet-heights";
import { type ReactNode, useEffect } from "react";
import { ExplorerLink } from "../../../shared/components/ExplorerLink.tsx";
import { DialogFrame } from "../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { useStore } from "../../../shared/state/store.ts";
import { FailureFold } from "../../../shared/transactions/FailureFold.tsx";
import type { OpenTransaction } from "../../../shared/transactions/open-transactions.ts";
import { TransactionStatus } from "../../../shared/transactions/TransactionStatus.tsx";
import { useWallet } from "../../../shared/wallet/wallet.ts";
import type { Prepared } from "../delivery/delivery.ts";
import type { Runner } from "../engine/runner.ts";
import { ConfirmAgainNote } from "./ConfirmAgainNote.tsx";
import { FailurePanel, type OrderAgain } from "./FailurePanel.tsx";
import { UnsettledPanel } from "./UnsettledPanel.tsx";

/** The line about the current step; null if none is needed. */
export type StatusText = (state: TransactionDialogState<unknown>) => string | null;

export interface RunningTransactionProps {
  readonly title: string;
  readonly description: string;
  readonly spendLabel: "Max Spend" | "Max SOL Required" | undefined;
  readonly runner: Runner<Prepared>;
  readonly onBack: () => void;
  readonly again: OrderAgain | null;
  readonly confirmed: (signature: TransactionSignature, lastSigned: OpenTransaction | null) => ReactNode;
  readonly statusText: StatusText;
  readonly boxHeight: DialogHeights;
}

/** Shows the states of one transaction; the confirm view is the wallet's own frame. A signed transaction continues without it. */
export const RunningTransaction = (props: RunningTransactionProps) => {
  const { title, description, spendLabel, runner, statusText } = props;
  const state = useStore(runner);
  useEffect(() => {
    runner.enter();
    return runner.leave;
  }, [runner]);
  const close = useCloseThisDialog();
  const { WalletFrame } = useWallet();
  const confirming = state.kind === "ready" || state.kind === "signing" ? state : null;
  const signature = transactionDialog.signatureOf(state);
  const lastSigned = runner.lastSigned();
  // Outside of the scrolling part, so that it stays visible beside the wallet's box, whose words the app does not control.
  const why =
    lastSigned && (confirming || state.kind === "preparing") ? (
      <ConfirmAgainNote lastSigned={lastSigned} because={runner.because()} />
    ) : null;
  const status = statusText(state);
  const below = (failure: FailureWords) => (
    <>
      <ExplorerLink signature={signature} />
      <FailureFold failure={failure} signature={signature} />
    </>
  );
  return (
    <DialogFrame title={title} description={why} busy={transactionDialog.isBusy(state)} minHeight={props.boxHeight}>
      {/* The wallet's box says it itself, and a trade's end has words of its own. Not in the dialog's header, where its removal would
          move everything below. */}
      {confirming || why || (state.kind === "confirmed" && lastSigned?.trade) ? null : (
        <p className="text-sm text-muted">{description}</p>
      )}
      {confirming ? (
        <WalletFrame
          request={{
            method: "signTransaction",
            message: confirming.prepared.message,
            view: { title, description, ...(spendLabel ? { spendLabel } : {}) },
            canRenew: true,
          }}
          // Shown before it is measured, the wallet's box would be cut at a lower one, and for long on a busy phone.
          firstHeight={frameIn(props.boxHeight)}
          onResult={runner.sign}
          onRenewal={runner.renew}
          onDeclined={props.onBack}
          onError={(error) => {
            // The person has read the refusal inside the frame: it stays until they close it.
            if (error.code !== "refused") runner.fail(withRequest(walletFailure(error.code), error));
          }}
          onPhase={(phase) => {
            if (phase === "signing") runner.approve();
          }}
        />
      ) : state.kind === "confirmed" ? (
        props.confirmed(state.signature, lastSigned)
      ) : state.kind === "error" ? (
        <>
          {status === null ? null : <p className="text-center text-sm text-muted">{status}</p>}
          {state.settled ? (
            <FailurePanel
              failure={state.failure}
              onAction={props.onBack}
              footer={below(state.failure)}
              again={props.again}
            />
          ) : (
            <UnsettledPanel
              failure={state.failure}
              checkAgain={runner.checkAgain}
              onLeave={close}
              footer={below(state.failure)}
            />
          )}
        </>
      ) : (
        <TransactionStatus text={status ?? ""} signature={signature} />
      )}
    </DialogFrame>
  );
};
