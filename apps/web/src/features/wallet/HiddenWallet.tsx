import { useRef } from "react";
import { useWallet, type WalletState } from "../../shared/wallet/wallet.ts";
import { callWallet } from "./call-wallet.ts";
import { toSignerError } from "./signer-error.ts";
import { frameSandbox, useSignerFrame } from "./use-signer-frame.ts";

/** The invisible frame that creates or finds the wallet. */
export const HiddenWallet = ({ onState }: { readonly onState: (state: WalletState) => void }) => {
  const { signerUrl } = useWallet();
  const frame = useRef<HTMLIFrameElement>(null);
  useSignerFrame(frame, {
    run: (channel) => {
      let mounted = true;
      const settle = (state: WalletState) => {
        if (mounted) onState(state);
      };
      callWallet(channel, { method: "create" }).then(
        (address) => settle({ kind: "ready", address }),
        async (thrown: unknown) => {
          const error = toSignerError(thrown);
          if (error.code !== "recovery_needed") return settle({ kind: "failed", error });
          const address = await callWallet(channel, { method: "address" }).catch(() => null);
          settle({ kind: "recovery_needed", address });
        },
      );
      return () => {
        mounted = false;
      };
    },
  });
  return (
    <iframe
      ref={frame}
      src={`${signerUrl ?? ""}/`}
      title="Wallet, in the background"
      sandbox={frameSandbox}
      referrerPolicy="origin"
      aria-hidden="true"
      tabIndex={-1}
      style={{ position: "fixed", width: 1, height: 1, left: -10, top: -10, border: 0, visibility: "hidden" }}
    />
  );
};
