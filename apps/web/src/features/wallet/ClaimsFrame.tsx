import type { ClaimsFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { ConfirmSigner } from "./ConfirmSigner.tsx";

const view = {
  title: "Claim airdrops",
  description: "Brings tokens that wait for you into your wallet.",
  spendLabel: "Max SOL Required",
} as const;

/** The confirm view of several claims inside the signer's frame, which signs all of them after one Confirm. */
export const ClaimsFrame = ({ messages, onSigned, ...rest }: ClaimsFrameProps) => (
  <ConfirmSigner run={(client) => client.signClaims([...messages], view)} onResult={onSigned} {...rest} />
);
