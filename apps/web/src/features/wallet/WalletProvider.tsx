import type { Address, ApiCall } from "@tribe/contract";
import { type ReactNode, useCallback, useMemo } from "react";
import type { SignerError } from "./signer-error.ts";
import { useHiddenWallet } from "./use-hidden-wallet.ts";
import { FramesContext, useLoadedWalletFrames } from "./use-wallet-frames.ts";
import { WalletContext, type WalletEnvironment } from "./wallet-context.ts";

export interface WalletProviderProps {
  readonly api: ApiCall;
  /** `signerUrl` of GET /v1/config; null until it is loaded. */
  readonly signerUrl: string | null;
  /** The signed-in person, or null. A change discards all state of the previous person. */
  readonly uid: string | null;
  readonly theme: "light" | "dark";
  /** Called when the wallet's address becomes known, to refresh the local user. */
  readonly onAddress?: (address: Address) => void;
  readonly children: ReactNode;
}

/** Creates a wallet for every signed-in person through a hidden frame of the signer's origin. Mount it once, in the shell. */
export const WalletProvider = ({ api, signerUrl, uid, theme, onAddress, children }: WalletProviderProps) => {
  const { wallet, attempt, report } = useHiddenWallet(uid, onAddress);
  const reportMissing = useCallback((error: SignerError) => report({ kind: "failed", error }), [report]);
  const frames = useLoadedWalletFrames(uid !== null, attempt, reportMissing);
  const session = useMemo(() => (uid && frames ? frames.createWalletSession(api) : null), [api, uid, frames]);
  const environment = useMemo<WalletEnvironment>(
    () => ({ wallet, signerUrl, session, theme }),
    [wallet, signerUrl, session, theme],
  );
  return (
    <WalletContext value={environment}>
      <FramesContext value={frames}>{children}</FramesContext>
      {uid && signerUrl && session && frames ? (
        <frames.HiddenSigner key={`${uid}:${attempt}`} environment={environment} onState={report} />
      ) : null}
    </WalletContext>
  );
};
