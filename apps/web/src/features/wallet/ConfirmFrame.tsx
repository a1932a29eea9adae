import type { Base64, SignerPhase, TransactionSignature } from "@tribe/contract";
import { haptic } from "../../shared/hand/haptics.ts";
import type { ConfirmView } from "./signer-client.ts";
import type { SignerError } from "./signer-error.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

export interface ConfirmFrameProps {
  /** The compiled transaction message that the server prepared. Another message is another frame: give it a `key`. */
  readonly message: Base64;
  readonly view: ConfirmView;
  readonly onSigned: (signature: TransactionSignature) => void;
  /** It ended without a signature and the person knows why: Cancel, or OK under the wallet's refusal. */
  readonly onDeclined: () => void;
  /** It could not be tried, or the person gave up after a failure; `code` is never `declined` or `refused`. */
  readonly onError: (error: SignerError) => void;
  /** `signing` begins with the press on Confirm; the dialog may not close then. It may come back to `failed`. */
  readonly onPhase?: (phase: SignerPhase) => void;
}

/**
 * The confirm view of a transaction dialog, drawn and clicked inside the signer's frame. It shows description, what
 * leaves and comes, fees, Max Spend, Confirm and Cancel itself; the dialog around it shows none of them. A browser
 * without a share of the wallet is asked for the mailed code first.
 */
export const ConfirmFrame = ({ message, view, onSigned, onDeclined, onError, onPhase }: ConfirmFrameProps) => {
  const { state, retry } = useWallet();
  return (
    <VisibleSigner
      title="Confirm in your wallet"
      run={(client) => client.signTransaction(message, view)}
      onResult={(signature) => {
        // The person recovered the wallet on the way: the page may know.
        if (state.kind === "recovery_needed") retry();
        onSigned(signature);
      }}
      onError={(error) => (isKnown(error) ? onDeclined() : onError(error))}
      onPhase={(phase) => {
        if (phase === "signing") haptic("confirm");
        onPhase?.(phase);
      }}
    />
  );
};

/** Whether the person has decided, or has read the reason inside the frame already. */
const isKnown = ({ code }: SignerError): boolean => code === "declined" || code === "refused";
