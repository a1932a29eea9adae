import type { ReceiveFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";

/** The wallet's address, drawn inside the signer's frame: this page could be made to show another one. */
export const ReceiveFrame = ({ onError }: ReceiveFrameProps) => (
  <VisibleSigner
    title="Your wallet's address"
    maySetClipboard
    run={(client) => client.receive()}
    onResult={() => undefined}
    // Whoever closes it has seen it.
    onError={(error) => (error.code === "declined" ? undefined : onError(error))}
  />
);
