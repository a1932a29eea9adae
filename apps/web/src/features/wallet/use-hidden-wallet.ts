import type { Address } from "@tribe/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { WalletState } from "../../shared/wallet/wallet.ts";

interface Known {
  readonly uid: string | null;
  readonly state: WalletState;
}

const initial = (uid: string | null): Known => ({ uid, state: { kind: uid ? "connecting" : "signed_out" } });

/** Keeps the wallet's state for one person; `attempt` is incremented with each retry, which reloads the frame. */
export const useHiddenWallet = (uid: string | null, onAddress: ((address: Address) => void) | undefined) => {
  const [known, setKnown] = useState<Known>(() => initial(uid));
  const [attempt, setAttempt] = useState(0);
  const state = known.uid === uid ? known.state : initial(uid).state;
  const address = state.kind === "ready" || state.kind === "recovery_needed" ? state.address : null;

  const announce = useRef(onAddress);
  announce.current = onAddress;
  useEffect(() => {
    if (address) announce.current?.(address);
  }, [address]);

  const report = useCallback((next: WalletState) => setKnown({ uid, state: next }), [uid]);
  const retry = useCallback(() => {
    setKnown((current) => (current.state.kind === "ready" ? current : initial(uid)));
    setAttempt((count) => count + 1);
  }, [uid]);
  return { state, address, retry, attempt, report };
};
