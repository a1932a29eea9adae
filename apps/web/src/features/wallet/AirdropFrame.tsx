import { haptic } from "../../shared/hand/haptics.ts";
import type { AirdropFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

const view = {
  title: "Airdrop",
  description: "Gives away tokens in several transactions.",
  spendLabel: "Max SOL Required",
} as const;

/**
 * The confirm view of a whole airdrop inside the signer's frame, which then signs that airdrop's transactions until it is
 * taken away.
 */
export const AirdropFrame = ({ airdrop, onConfirmed, onDeclined, onError, onPhase }: AirdropFrameProps) => {
  const { state, retry } = useWallet();
  return (
    <VisibleSigner
      title="Confirm in your wallet"
      run={async (client) => {
        await client.confirmAirdrop(airdrop, view);
        return client.signAirdrop;
      }}
      onResult={(sign) => {
        if (state.kind === "recovery_needed") retry();
        onConfirmed(sign);
      }}
      onError={(error) => (error.code === "declined" || error.code === "refused" ? onDeclined() : onError(error))}
      onPhase={(phase) => {
        if (phase === "signing") haptic("confirm");
        onPhase?.(phase);
      }}
    />
  );
};
