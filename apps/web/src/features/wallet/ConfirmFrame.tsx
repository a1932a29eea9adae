import type { ConfirmFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { ConfirmSigner } from "./ConfirmSigner.tsx";

/**
 * The confirm view of a transaction dialog, rendered inside the signer's frame. The frame itself shows the description, what
 * leaves and arrives, the fees, Max Spend, Confirm and Cancel; the dialog around it shows none of them. In a browser without a
 * share of the wallet, the person first recovers it.
 */
export const ConfirmFrame = ({ message, view, onSigned, ...rest }: ConfirmFrameProps) => (
  <ConfirmSigner run={(client) => client.signTransaction(message, view)} onResult={onSigned} {...rest} />
);
