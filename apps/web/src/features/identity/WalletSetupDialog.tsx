import { walletFailure, withRequest } from "@tribe/domain/words";
import { Button, ErrorPanel, Spinner } from "@tribe/ui";
import { shownWithCode } from "../../shared/api/errors.ts";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { meetsWallet } from "../../shared/flow/flow.ts";
import { flow, flowStore } from "../../shared/flow/flow-store.ts";
import { refreshLocalUser, useLocalUser } from "../../shared/queries/local-user.ts";
import { useStore } from "../../shared/state/store.ts";
import { useWallet } from "../../shared/wallet/wallet.ts";
import { WalletCard } from "./WalletCard.tsx";

/**
 * Shown while the wallet is created after the first sign-in. After a plain sign-up it then shows the wallet; during a trade the
 * dialog closes automatically.
 */
export const WalletSetupDialog = ({ title, description }: DialogPropsByName["walletSetup"]) => {
  const { state, retry, WalletFrame } = useWallet();
  const user = useLocalUser();
  const current = useStore(flowStore);
  if (user?.address && current && meetsWallet(current))
    return (
      <DialogFrame title="Your wallet is ready">
        <WalletCard name={user.displayName} seed={user.uid} pfp={user.pfp} address={user.address} />
        <p className="mt-4 text-pretty">Only you can spend from it.</p>
        <p className="mt-2 text-sm text-muted text-pretty">
          These four colours are your wallet's mark. You'll see them on every box that asks you to confirm.
        </p>
        <div className="mt-5 flex flex-col gap-1">
          <Button variant="primary" className="min-h-12" onClick={() => flow.meetWallet(true)}>
            Add SOL
          </Button>
          <Button variant="ghost" className="min-h-12" onClick={() => flow.meetWallet(false)}>
            Later
          </Button>
        </div>
      </DialogFrame>
    );
  const isBusy = state.kind === "connecting" || state.kind === "ready";
  return (
    <DialogFrame title={title} description={description} busy={isBusy}>
      {state.kind === "failed" ? (
        <ErrorPanel
          {...shownWithCode(withRequest(walletFailure(state.error.code), state.error))}
          action="Try again"
          onAction={retry}
        />
      ) : state.kind === "recovery_needed" ? (
        <WalletFrame
          request={{ method: "recover" }}
          onResult={() => void refreshLocalUser().catch(() => undefined)}
          onDeclined={retry}
          onError={retry}
        />
      ) : (
        <div className="flex flex-col items-center gap-4 py-8 text-center">
          <span className="text-ember-text">
            <Spinner size={32} />
          </span>
          <p role="status">Making your wallet…</p>
          <p className="text-sm text-muted text-pretty">Only you can spend from it.</p>
        </div>
      )}
    </DialogFrame>
  );
};
