import { useRef } from "react";
import { toSignerError } from "./signer-error.ts";
import { frameSandbox, useSignerFrame } from "./use-signer-frame.ts";
import type { WalletEnvironment, WalletState } from "./wallet-context.ts";

interface HiddenSignerProps {
  readonly environment: WalletEnvironment;
  readonly onState: (state: WalletState) => void;
}

/** The invisible frame that creates or finds the wallet. */
export const HiddenSigner = ({ environment, onState }: HiddenSignerProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  useSignerFrame(frame, {
    environment,
    run: (client) => {
      let mounted = true;
      const settle = (state: WalletState) => {
        if (mounted) onState(state);
      };
      client.create().then(
        (address) => settle({ kind: "ready", address }),
        async (thrown: unknown) => {
          const error = toSignerError(thrown);
          if (error.code !== "recovery_needed") return settle({ kind: "failed", error });
          const address = await client.address().catch(() => null);
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
      src={`${environment.signerUrl ?? ""}/`}
      title="Wallet, in the background"
      sandbox={frameSandbox}
      referrerPolicy="origin"
      aria-hidden="true"
      tabIndex={-1}
      style={{ position: "fixed", width: 1, height: 1, left: -10, top: -10, border: 0, visibility: "hidden" }}
    />
  );
};
