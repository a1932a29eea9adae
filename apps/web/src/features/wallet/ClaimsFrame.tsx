import { haptic } from "../../shared/hand/haptics.ts";
import type { ClaimsFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

const view = { title: "Claim airdrops", description: "Brings tokens that wait for you into your wallet." } as const;

/** The confirm view of several claims inside the signer's frame, which signs all of them after one Confirm. */
export const ClaimsFrame = ({ messages, onSigned, onDeclined, onError, onPhase }: ClaimsFrameProps) => {
  const { state, retry } = useWallet();
  return (
    <VisibleSigner
      title="Confirm in your wallet"
      run={(client) => client.signClaims([...messages], view)}
      onResult={(signatures) => {
        if (state.kind === "recovery_needed") retry();
        onSigned(signatures);
      }}
      onError={(error) => (error.code === "declined" || error.code === "refused" ? onDeclined() : onError(error))}
      onPhase={(phase) => {
        if (phase === "signing") haptic("confirm");
        onPhase?.(phase);
      }}
    />
  );
};
