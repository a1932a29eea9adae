import type { Address, ApiCall } from "@tribe/contract";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { type Wallet, WalletContext } from "../../shared/wallet/wallet.ts";
import { type SignerError, toSignerError } from "./signer-error.ts";
import { useHiddenWallet } from "./use-hidden-wallet.ts";

/** The wallet's frames and their channel: only signed-in people need them, so they are loaded after the page. */
type Frames = typeof import("./frames.ts");

const NotLoaded: Wallet["WalletFrame"] = () => null;

/** Creates a wallet for every signed-in person through a hidden frame of the signer's origin. Mount it once, in the shell. */
export const WalletProvider = ({
  api,
  signerUrl,
  uid,
  theme,
  onAddress,
  children,
}: {
  api: ApiCall;
  /** `signerUrl` of GET /v1/config; null until it is loaded. */
  signerUrl: string | null;
  /** The signed-in person, or null. A change discards all state of the previous person. */
  uid: string | null;
  theme: "light" | "dark";
  /** Called when the wallet's address becomes known, to refresh the local user. */
  onAddress?: (address: Address) => void;
  children: ReactNode;
}) => {
  const { state, address, retry, attempt, report } = useHiddenWallet(uid, onAddress);
  const reportMissing = useCallback((error: SignerError) => report({ kind: "failed", error }), [report]);
  const frames = useLoadedFrames(uid !== null, attempt, reportMissing);
  const session = useMemo(() => (uid && frames ? frames.createWalletSession(api) : null), [api, uid, frames]);
  const WalletFrame = frames?.WalletFrame ?? NotLoaded;
  const wallet = useMemo<Wallet>(
    () => ({ state, address, retry, WalletFrame, signerUrl, session, theme }),
    [state, address, retry, WalletFrame, signerUrl, session, theme],
  );
  return (
    <WalletContext value={wallet}>
      {children}
      {uid && signerUrl && session && frames ? (
        <frames.HiddenWallet key={`${uid}:${attempt}`} onState={report} />
      ) : null}
    </WalletContext>
  );
};

/** Loads the frames when they are needed, and retries with each `attempt` until they are loaded. */
const useLoadedFrames = (isWanted: boolean, attempt: number, onError: (error: SignerError) => void): Frames | null => {
  const [frames, setFrames] = useState<Frames | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` only triggers a retry
  useEffect(() => {
    if (!isWanted || frames) return;
    let isOver = false;
    import("./frames.ts").then(
      (loaded) => setFrames(loaded),
      (cause: unknown) => {
        if (!isOver) onError(toSignerError(cause));
      },
    );
    return () => {
      isOver = true;
    };
  }, [isWanted, frames, attempt, onError]);
  return frames;
};
