import type { SignerPhase } from "@tribe/contract";
import { haptic } from "../../shared/hand/haptics.ts";
import type { SignerClient } from "./signer-client.ts";
import type { SignerError } from "./signer-error.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

interface ConfirmSignerProps<Result> {
  /** The request that the frame must have confirmed. */
  readonly run: (client: SignerClient) => Promise<Result>;
  readonly onResult: (result: Result) => void;
  /** It ended without a signature and the person knows why: Cancel, or OK under the wallet's refusal. */
  readonly onDeclined: () => void;
  /** It could not be tried, or the person gave up after a failure; `code` is never `declined` or `refused`. */
  readonly onError: (error: SignerError) => void;
  /** `signing` begins with the press on Confirm; the dialog may not close then. It may come back to `failed`. */
  readonly onPhase?: ((phase: SignerPhase) => void) | undefined;
}

/** A confirm view inside the signer's frame, whatever it asks to confirm. */
export const ConfirmSigner = <Result,>({ run, onResult, onDeclined, onError, onPhase }: ConfirmSignerProps<Result>) => {
  const { state, retry } = useWallet();
  return (
    <VisibleSigner
      title="Confirm in your wallet"
      mayRecover={state.kind === "recovery_needed"}
      run={run}
      onResult={(result) => {
        // The person may have recovered the wallet meanwhile: update the page.
        if (state.kind === "recovery_needed") retry();
        onResult(result);
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
