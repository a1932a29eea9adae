import type { Address, ApiCall } from "@tribe/contract";
import { type ReactNode, useMemo } from "react";
import { HiddenSigner } from "./HiddenSigner.tsx";
import { useHiddenWallet } from "./use-hidden-wallet.ts";
import { WalletContext, type WalletEnvironment } from "./wallet-context.ts";
import { createWalletSession } from "./wallet-session.ts";

export interface WalletProviderProps {
  readonly api: ApiCall;
  /** `signerUrl` of GET /v1/config; null until it is known. */
  readonly signerUrl: string | null;
  /** The signed-in person, or null. A change drops everything of the person before. */
  readonly uid: string | null;
  readonly theme: "light" | "dark";
  /** The wallet's address became known: time to refresh the local user. */
  readonly onAddress?: (address: Address) => void;
  readonly children: ReactNode;
}

/** Gives every signed-in person a wallet, through a hidden frame of the signer's origin. Mount once, in the shell. */
export const WalletProvider = ({ api, signerUrl, uid, theme, onAddress, children }: WalletProviderProps) => {
  const session = useMemo(() => (uid ? createWalletSession(api) : null), [api, uid]);
  const { wallet, attempt, report } = useHiddenWallet(uid, onAddress);
  const environment = useMemo<WalletEnvironment>(
    () => ({ wallet, signerUrl, session, theme }),
    [wallet, signerUrl, session, theme],
  );
  return (
    <WalletContext value={environment}>
      {children}
      {uid && signerUrl && session ? (
        <HiddenSigner key={`${uid}:${attempt}`} environment={environment} onState={report} />
      ) : null}
    </WalletContext>
  );
};
