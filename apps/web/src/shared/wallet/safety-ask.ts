import { useQuery } from "@tanstack/react-query";
import type { Address } from "@tribe/contract";
import { asksForSafety } from "@tribe/domain/people";
import * as z from "zod/mini";
import { useBalance } from "../queries/chain.ts";
import { holdingsQuery } from "../queries/holdings.ts";
import { isAwaited } from "../queries/is-awaited.ts";
import { createStoredStore, useStore } from "../state/store.ts";
import { forgetsUnused } from "../storage/can-store-data.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";
import { serverNow } from "../time/server-time.ts";
import { type WalletMode, walletMode } from "./wallet-mode.ts";
import { walletSafetyQuery } from "./wallet-safety.ts";

const kept = stored(storageKeys.safetyAskedAt, z.number());
/** When the person last pressed "Later", in ms since 1970; 0 if never. */
const putOffAt = createStoredStore<number>({ read: () => kept.read() ?? 0, write: kept.write });

/** Puts the question off for a day. */
export const putSafetyOff = (): void => putOffAt.set(serverNow());

/** What a person is asked to add to their wallet's ways of recovery, and why. */
export interface SafetyQuestion {
  readonly missing: NonNullable<WalletMode["missing"]>;
  /** It is worth more than 1 SOL, or this browser deletes it when it is not used for seven days. */
  readonly why: "worth" | "forgotten";
}

/**
 * What the person is asked to add to their wallet's ways of recovery; null for nothing, also where the network does not say what
 * the wallet has; undefined until the first answers are there. @param address their wallet's; null when there is none
 */
export const useSafetyAsk = (address: Address | null): SafetyQuestion | null | undefined => {
  const safety = useQuery({ ...walletSafetyQuery, enabled: address !== null });
  const balance = useBalance(address, true);
  const held = useQuery({ ...holdingsQuery, enabled: address !== null });
  const saidAt = useStore(putOffAt);
  if (address === null) return null;
  if (!safety.data || !held.data || typeof balance.data !== "bigint")
    return [safety, balance, held].some(isAwaited) ? undefined : null;
  const now = serverNow();
  const missing = walletMode(safety.data, now)?.missing ?? null;
  if (missing === null) return null;
  const asked = { worth: balance.data + held.data.value, isMissing: true, putOffAt: saidAt, now };
  if (asksForSafety(asked)) return { missing, why: "worth" };
  const isForgotten = missing === "passkeyAndKit" && forgetsUnused();
  return asksForSafety({ ...asked, isForgotten }) ? { missing, why: "forgotten" } : null;
};
