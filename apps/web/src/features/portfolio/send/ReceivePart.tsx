import { walletFailure, withRequest } from "@tribe/domain/words";
import { ErrorPanel } from "@tribe/ui";
import { useState } from "react";
import { shownWithCode } from "../../../shared/api/errors.ts";
import { useCloseThisDialog } from "../../../shared/dialogs/dialogs.ts";
import { useWallet, type WalletFailure } from "../../../shared/wallet/wallet.ts";

/** The person's address in the wallet's own frame: as a QR code, in full, and as a request for an amount. */
export const ReceivePart = () => {
  const { WalletFrame } = useWallet();
  const close = useCloseThisDialog();
  const [failure, setFailure] = useState<WalletFailure | null>(null);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">Anyone can send SOL and tokens to this address on Solana.</p>
      {failure ? (
        <ErrorPanel {...shownWithCode(withRequest(walletFailure(failure.code), failure))} onAction={close} />
      ) : (
        <WalletFrame request={{ method: "receive" }} onError={setFailure} />
      )}
    </div>
  );
};
