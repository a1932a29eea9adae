import type { Gate } from "@tribe/domain/trading";
import { createStore, createStoredStore } from "../state/store.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";
import { type AccountStatus, type Flow, flowSchema, type Intent } from "./flow.ts";

const kept = stored(storageKeys.flow, flowSchema);
/** How long an intent is kept: nobody expects a trade to open by itself the next day. */
const lifetime = 30 * 60_000;

const load = (): Flow | null => {
  const flow = kept.read();
  return flow && Date.now() - flow.startedAt < lifetime ? flow : null;
};

export const flowStore = createStoredStore<Flow | null>({ read: load, write: kept.write });

/** The account's status as last seen by the runner; dialogs use it for the line about the next step. */
export const accountStatusStore = createStore<AccountStatus>({
  isSignedIn: false,
  hasWallet: null,
  hasSocial: null,
  lamports: null,
});

const untouched = { skipped: [], isNewcomer: false, hasMetWallet: false, wantsFunds: false };

export const flow = {
  /** Begins an action; the required gates are opened in turn and lead back to it. */
  start: (intent: Intent): void => flowStore.set({ ...untouched, intent, startedAt: Date.now() }),
  skip: (gate: Gate): void => flowStore.set((now) => now && { ...now, skipped: [...now.skipped, gate] }),
  /** Notes that the wallet was just created. */
  markNewcomer: (): void => flowStore.set((now) => now && { ...now, isNewcomer: true }),
  /** Notes that a new person has seen their wallet, and wants to add SOL now or later. */
  meetWallet: (wantsFunds: boolean): void => flowStore.set((now) => now && { ...now, hasMetWallet: true, wantsFunds }),
  end: (): void => flowStore.set(null),
} as const;
