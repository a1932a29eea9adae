import { walletFailure } from "@tribe/domain/words";
import { ErrorPanel, Spinner } from "@tribe/ui";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { refreshLocalUser } from "../../shared/queries/local-user.ts";
import { useWalletParts } from "../../shared/wallet/wallet-parts.ts";

/** Shown while the wallet is made right after the first sign-in; closes by itself when it is there. */
export const WalletSetupDialog = ({ title, description }: DialogPropsByName["walletSetup"]) => {
  const { state, retry, RecoverFrame } = useWalletParts();
  const isBusy = state.kind === "connecting" || state.kind === "ready";
  return (
    <DialogFrame title={title} description={description} busy={isBusy}>
      {state.kind === "failed" ? (
        <ErrorPanel {...walletFailure(state.error.code)} action="Try again" onAction={retry} />
      ) : state.kind === "recovery_needed" ? (
        <RecoverFrame
          onRecovered={() => void refreshLocalUser().catch(() => undefined)}
          onDeclined={retry}
          onError={retry}
        />
      ) : (
        <div className="flex flex-col items-center gap-4 py-8 text-center">
          <span className="text-ember-text">
            <Spinner size={32} />
          </span>
          <p role="status">Making your wallet…</p>
          <p className="text-sm text-muted text-pretty">
            Its key is split in three and put together only on this device, when you sign.
          </p>
        </div>
      )}
    </DialogFrame>
  );
};
