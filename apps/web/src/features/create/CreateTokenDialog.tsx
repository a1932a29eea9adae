import { useNavigate } from "@tanstack/react-router";
import { Button, ErrorPanel, Loading, Skeleton } from "@tribe/ui";
import { Flame } from "lucide-react";
import { TransactionStatus } from "../../shared/components/TransactionStatus.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { useWalletParts } from "../../shared/wallet-parts.ts";
import { CreationForm } from "./CreationForm.tsx";
import { isCreating } from "./creation-flow.ts";
import { useCreation } from "./use-creation.ts";

/** 'Create your Tribe': the person's name and picture become a token with a chat. One per person. */
export const CreateTokenDialog = ({ title, firstBuy }: DialogPropsByName["createToken"]) => {
  const user = useLocalUser();
  const { flow, begin, submit, decline, setSigning, failByWallet, acknowledge } = useCreation(user);
  const { ConfirmFrame } = useWalletParts();
  const close = useCloseThisDialog();
  const navigate = useNavigate();
  const mint = (flow.kind === "completed" ? flow.mint : null) ?? user?.tokens[0]?.mint ?? null;

  return (
    <DialogFrame title={title} busy={isCreating(flow)}>
      {flow.kind === "init" ? (
        user ? (
          <CreationForm user={user} firstBuy={firstBuy} onSubmit={begin} />
        ) : (
          <Loading label="Loading your profile">
            <Skeleton className="h-48" />
          </Loading>
        )
      ) : null}
      {flow.kind === "preparing" ? <TransactionStatus text="Preparing transaction" /> : null}
      {flow.kind === "confirming" ? (
        <ConfirmFrame
          key={flow.message}
          message={flow.message}
          view={{ title, description: "Create your token and open its chat" }}
          onSigned={(signature) => void submit(signature)}
          onDeclined={decline}
          onError={(error) => {
            // The person has read the refusal inside the frame: it stays until they leave it.
            if (error.code !== "refused") failByWallet(error);
          }}
          onPhase={(phase) => setSigning(phase === "signing")}
        />
      ) : null}
      {flow.kind === "processing" ? (
        <TransactionStatus text="Processing transaction" signature={flow.signature} />
      ) : null}
      {flow.kind === "completed" ? (
        <div className="flex flex-col items-center gap-4 py-6 text-center">
          <span aria-hidden className="flex size-14 items-center justify-center rounded-full bg-ember-soft text-ember">
            <Flame size={28} />
          </span>
          <div>
            <p role="status" className="font-display text-lg font-semibold">
              Completed
            </p>
            <p className="text-sm text-muted">Your Tribe is burning. Go in and say the first word.</p>
          </div>
          <Button
            look="main"
            busy={mint === null}
            onClick={() => {
              if (!mint) return;
              close();
              void navigate({ to: "/chat/$mint", params: { mint } });
            }}
          >
            Open your chat
          </Button>
        </div>
      ) : null}
      {flow.kind === "failed" ? (
        <>
          <p className="text-center text-sm text-muted">Failed</p>
          <ErrorPanel title={flow.title} message={flow.message} onAction={acknowledge} />
        </>
      ) : null}
    </DialogFrame>
  );
};
