import type { SignerPhase } from "@tribe/contract";
import { haptic } from "../../shared/hand/haptics.ts";
import type { SignerClient } from "./signer-client.ts";
import type { SignerError } from "./signer-error.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

interface ConfirmSignerProps<Result> {
  /** The request that the person must confirm in the frame. */
  readonly run: (client: SignerClient) => Promise<Result>;
  readonly onResult: (result: Result) => void;
  /** Called if it ended without a signature for a reason that the person knows: they pressed Cancel, or OK below a refusal. */
  readonly onDeclined: (error: SignerError) => void;
  /** Called if the request could not be made, or the person gave up after a failure; never with `declined` or `refused`. */
  readonly onError: (error: SignerError) => void;
  /** `signing` begins with the press on Confirm; the dialog must not close then. `failed` may follow it. */
  readonly onPhase?: ((phase: SignerPhase) => void) | undefined;
}

/** A confirm view inside the signer's frame, for any request. */
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
      onError={(error) => (isKnown(error) ? onDeclined(error) : onError(error))}
      onPhase={(phase) => {
        if (phase === "signing") haptic("confirm");
        onPhase?.(phase);
      }}
    />
  );
};

/** Whether the person has declined, or has already read the reason inside the frame. */
const isKnown = ({ code }: SignerError): boolean => code === "declined" || code === "refused";
