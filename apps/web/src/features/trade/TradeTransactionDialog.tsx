import { texts, transactionDialog } from "@tribe/domain";
import { ErrorPanel } from "@tribe/ui";
import { useState } from "react";
import { ExplorerLink } from "../../shared/components/ExplorerLink.tsx";
import { TransactionStatus } from "../../shared/components/TransactionStatus.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { dialogs, useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { adviceFor } from "../../shared/failure-words.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useWalletParts } from "../../shared/wallet-parts.ts";
import { ConfirmedView } from "./ConfirmedView.tsx";
import { readOpenTicket } from "./open-ticket.ts";
import { useTradeTransaction } from "./use-trade-transaction.ts";

/** One trade from its ticket to its end; the confirm view is the wallet's own frame. */
export const TradeTransactionDialog = ({
  title,
  description,
  token,
  order,
}: DialogPropsByName["tokenTradeTransaction"]) => {
  const user = useLocalUser();
  const [resumed] = useState(() => (order || !user ? null : readOpenTicket(user.uid)));
  const direction = order?.direction ?? resumed?.direction ?? "buy";
  const { state, confirming, sign, approve, failByWallet, lookAgain } = useTradeTransaction(token, order, resumed);
  const { ConfirmFrame } = useWalletParts();
  const close = useCloseThisDialog();

  const backToTrade = () => {
    close();
    if (!order) return;
    dialogs.open("tokenTrade", {
      token,
      direction,
      amountText: order.amountText,
      inSol: order.mode === "BUY_WITH_FIXED_SOL",
    });
  };
  const status = transactionDialog.statusText(state);
  return (
    <DialogFrame
      title={title}
      description={confirming ? undefined : description}
      busy={transactionDialog.isBusy(state)}
    >
      {confirming ? (
        <ConfirmFrame
          key={confirming.ticket}
          message={confirming.message}
          view={{ title, description }}
          onSigned={sign}
          onDeclined={backToTrade}
          onError={(error) => {
            // The person has read the refusal inside the frame: it stays until they leave it.
            if (error.code !== "refused") failByWallet(error);
          }}
          onPhase={(phase) => {
            if (phase === "signing") approve();
          }}
        />
      ) : state.kind === "preparing" || state.kind === "processing" ? (
        <TransactionStatus text={status ?? ""} signature={state.kind === "processing" ? state.signature : null} />
      ) : state.kind === "confirmed" ? (
        <ConfirmedView signature={state.signature} token={token} direction={direction} />
      ) : state.kind === "error" ? (
        <>
          {state.settled ? (
            <ErrorPanel title={state.message} message={adviceFor(state.message)} onAction={backToTrade} />
          ) : (
            <ErrorPanel
              title={texts.confirmationTimeout}
              message="It may still go through: nothing is lost, and this page keeps looking."
              action="Look again"
              onAction={lookAgain}
            />
          )}
          <ExplorerLink signature={state.signature} />
        </>
      ) : null}
    </DialogFrame>
  );
};
