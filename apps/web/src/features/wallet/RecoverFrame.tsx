import type { Address, SignerPhase } from "@tribe/contract";
import type { SignerError } from "./signer-error.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";
import { useWallet } from "./wallet-context.ts";

export interface RecoverFrameProps {
  readonly onRecovered: (address: Address) => void;
  readonly onDeclined: () => void;
  readonly onError: (error: SignerError) => void;
  readonly onPhase?: (phase: SignerPhase) => void;
}

/** Brings the wallet to this browser: the frame mails a link, and waits for the page that it opens. */
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
      onError={(error) => (error.code === "declined" ? onDeclined() : onError(error))}
      onPhase={onPhase}
    />
  );
};
