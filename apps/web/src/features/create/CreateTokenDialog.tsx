import { useNavigate } from "@tanstack/react-router";
import { createTribe } from "@tribe/domain/machines";
import { deriveSymbol } from "@tribe/domain/people";
import { ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { useState } from "react";
import { ExplorerLink } from "../../shared/components/ExplorerLink.tsx";
import { TransactionStatus } from "../../shared/components/TransactionStatus.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { FailureFold } from "../../shared/transactions/FailureFold.tsx";
import { useWalletParts } from "../../shared/wallet/wallet-parts.ts";
import { CreationForm } from "./CreationForm.tsx";
import { TribeIsLive } from "./TribeIsLive.tsx";
import { useCreation } from "./use-creation.ts";

/** 'Create your Tribe': the person's name and picture become a token with a chat. One per person. */
export const CreateTokenDialog = ({ title, firstBuy }: DialogPropsByName["createToken"]) => {
  const user = useLocalUser();
  // Here, so that it is still there when a refusal or a cancelled signature leads back to the form.
  const [amount, setAmount] = useState(firstBuy);
  const creation = useCreation(user);
  const { state, confirming } = creation;
  const { ConfirmFrame } = useWalletParts();
  const close = useCloseThisDialog();
  const navigate = useNavigate();

  return (
    <DialogFrame title={title} busy={creation.isBusy}>
      {state.kind === "init" ? (
        user ? (
          <CreationForm user={user} amount={amount} onAmount={setAmount} onSubmit={creation.begin} />
        ) : (
          <Loading label="Loading your profile">
            <Skeleton className="h-48" />
          </Loading>
        )
      ) : null}
      {confirming ? (
        <ConfirmFrame
          key={confirming.message}
          message={confirming.message}
          view={{ title, description: "Create your token and open its chat" }}
          onSigned={creation.submit}
          onDeclined={creation.decline}
          onError={(error) => {
            // The person has read the refusal inside the frame: it stays until they leave it.
            if (error.code !== "refused") creation.failByWallet(error);
          }}
          onPhase={(phase) => creation.setIsSigning(phase === "signing")}
        />
      ) : state.kind === "preparing" || state.kind === "processing" ? (
        <TransactionStatus text={createTribe.label(state)} signature={creation.signature} />
      ) : null}
      {state.kind === "overdue" ? (
        <>
          <ErrorPanel {...state.failure} action="Look again" onAction={creation.lookAgain} onLeave={close} />
          <ExplorerLink signature={creation.signature} />
        </>
      ) : null}
      {state.kind === "completed" && user ? (
        <>
          <TribeIsLive
            user={user}
            symbol={deriveSymbol(user.displayName, user.twitter?.handle ?? user.farcaster?.handle ?? null)}
            mint={state.mint}
            status={createTribe.label(state)}
            onOpen={() => {
              close();
              void navigate({ to: "/chat/$mint", params: { mint: state.mint } });
            }}
          />
          <ExplorerLink signature={creation.signature} />
        </>
      ) : null}
      {state.kind === "failed" ? (
        <>
          <p className="text-center text-sm text-muted">{createTribe.label(state)}</p>
          <ErrorPanel {...state.failure} onAction={creation.acknowledge} />
          <FailureFold failure={state.failure} signature={creation.signature} />
        </>
      ) : null}
    </DialogFrame>
  );
};
