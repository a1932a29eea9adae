import type { Address } from "@tribe/contract";
import { fetchInfo, holdsUsableShare, takeAwaitedWallet } from "../../wallet/ensure-wallet.ts";
import { isReady, isWaitOver, ownRecovery, type RecoveryWait } from "../../wallet/recovery-wait.ts";
import { loadRecord, type WalletDependencies } from "../../wallet/sharing.ts";

/** The state of the wallet in this browser. */
export type RecoveryState =
  | { readonly kind: "absent" }
  /** A mailed link was opened here; `readyAt` by this device's own clock. */
  | { readonly kind: "waiting" | "ready"; readonly wait: RecoveryWait; readonly readyAt: number }
  | { readonly kind: "here" };

/** @param givenUp waits that the server has refused @throws WalletError `wallet_missing`, ApiError, StorageError */
export const readRecoveryState = async (
  dependencies: WalletDependencies,
  now: number,
  givenUp: ReadonlySet<string>,
): Promise<RecoveryState> => {
  const info = await fetchInfo(dependencies);
  const record = await dependencies.store.get(info.uid);
  if (await holdsUsableShare(info, record)) return { kind: "here" };
  const wait = ownRecovery(info, record);
  if (!wait || givenUp.has(wait.id)) return { kind: "absent" };
  return { kind: isReady(wait, info) ? "ready" : "waiting", wait, readyAt: wait.readyAt - info.now + now };
};

/** Takes the wallet that this browser has waited for; null where it is not given any more. @throws WrongShareError, ApiError, StorageError */
export const tryTakeAwaitedWallet = async (dependencies: WalletDependencies): Promise<Address | null> => {
  const info = await fetchInfo(dependencies);
  return dependencies.store.exclusive(info.uid, async () =>
    takeAwaitedWallet(dependencies, info, await loadRecord(dependencies, info.uid)).catch((error: unknown) => {
      if (isWaitOver(error)) return null;
      throw error;
    }),
  );
};
