import type { EndAirdropFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { ConfirmSigner } from "./ConfirmSigner.tsx";

const view = {
  title: "End airdrop",
  description: "Nobody else of it is paid.",
  spendLabel: "Max SOL Required",
} as const;

/** The confirm view for ending an airdrop, inside the signer's frame. */
export const EndAirdropFrame = ({ ending, onSigned, ...rest }: EndAirdropFrameProps) => (
  <ConfirmSigner run={(client) => client.endAirdrop(ending, view)} onResult={onSigned} {...rest} />
);
