import { walletFailure } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import { useState } from "react";
import { shownWithCode } from "../../../shared/api/errors.ts";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { useWalletParts, type WalletFailure } from "../../../shared/wallet/wallet-parts.ts";

/** The person's address in the wallet's own frame: as a QR code, in full, and as a request for an amount. */
export const ReceivePart = () => {
  const { ReceiveFrame } = useWalletParts();
  const close = useCloseThisDialog();
  const [failure, setFailure] = useState<WalletFailure | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">Anyone can send SOL and tokens to this address on Solana.</p>
      {failure ? (
        <ErrorPanel {...shownWithCode(walletFailure(failure.code))} onAction={close} />
      ) : (
        <ReceiveFrame onError={setFailure} />
      )}
    </div>
  );
};
