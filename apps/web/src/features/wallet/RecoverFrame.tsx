import type { Address, SignerPhase } from "@tribe/contract";
import type { SignerError } from "./signer-error.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

export interface RecoverFrameProps {
  readonly onRecovered: (address: Address) => void;
  readonly onDeclined: (error: SignerError) => void;
  readonly onError: (error: SignerError) => void;
  readonly onPhase?: (phase: SignerPhase) => void;
}

/** Recovers the wallet to this browser: the frame has a link mailed, and waits for the page that the link opens. */
export const RecoverFrame = ({ onRecovered, onDeclined, onError, onPhase }: RecoverFrameProps) => {
  const { retry } = useWallet();
  return (
    <VisibleSigner
      title="Bring your wallet to this browser"
      run={(client) => client.recover()}
      onResult={(address) => {
        retry();
        onRecovered(address);
      }}
      onError={(error) => (error.code === "declined" ? onDeclined(error) : onError(error))}
      onPhase={onPhase}
    />
  );
};
