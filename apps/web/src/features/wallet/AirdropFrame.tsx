import type { AirdropFrameProps } from "../../shared/wallet/wallet-parts.ts";
import { ConfirmSigner } from "./ConfirmSigner.tsx";

const view = {
  title: "Airdrop",
  description: "Gives away tokens in several transactions.",
  spendLabel: "Max SOL Required",
} as const;

/**
 * The confirm view of a whole airdrop inside the signer's frame, which then signs that airdrop's transactions until it is
 * unmounted.
 */
export const AirdropFrame = ({ airdrop, onConfirmed, ...rest }: AirdropFrameProps) => (
  <ConfirmSigner
    run={async (client) => {
      await client.confirmAirdrop(airdrop, view);
      return client.signAirdrop;
    }}
    onResult={onConfirmed}
    {...rest}
  />
);
