import type { ConfirmFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { ConfirmSigner } from "./ConfirmSigner.tsx";

/**
 * The confirm view of a transaction dialog, drawn and clicked inside the signer's frame. It shows description, what
 * leaves and comes, fees, Max Spend, Confirm and Cancel itself; the dialog around it shows none of them. A browser
 * without a share of the wallet is asked for the mailed code first.
 */
export const ConfirmFrame = ({ message, view, onSigned, ...rest }: ConfirmFrameProps) => (
  <ConfirmSigner run={(client) => client.signTransaction(message, view)} onResult={onSigned} {...rest} />
);
