import { haptic } from "../../shared/hand/haptics.ts";
import type { EndAirdropFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

const view = { title: "End airdrop", description: "Nobody else of it is paid." } as const;

/** The confirm view inside the signer's frame of what ends an airdrop. */
export const EndAirdropFrame = ({ ending, onSigned, onDeclined, onError, onPhase }: EndAirdropFrameProps) => {
  const { state, retry } = useWallet();
  return (
    <VisibleSigner
      title="Confirm in your wallet"
      run={(client) => client.endAirdrop(ending, view)}
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
