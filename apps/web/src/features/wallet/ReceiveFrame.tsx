import type { ReceiveFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { VisibleSigner } from "./VisibleSigner.tsx";

/** The wallet's address, rendered inside the signer's frame: a compromised app page could show another address. */
export const ReceiveFrame = ({ onError }: ReceiveFrameProps) => (
  <VisibleSigner
    title="Your wallet's address"
    maySetClipboard
    run={(client) => client.receive()}
    onResult={() => undefined}
    // `declined` is no error here: the person has closed the view.
    onError={(error) => (error.code === "declined" ? undefined : onError(error))}
  />
);
