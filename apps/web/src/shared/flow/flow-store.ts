import type { Gate } from "@tribe/domain/trading";
import { createStore, createStoredStore } from "../state/store.ts";
import { storageKeys } from "../storage/keys.ts";
import { stored } from "../storage/stored.ts";
import { type AccountStatus, type Flow, flowSchema, type Intent } from "./flow.ts";

const kept = stored(storageKeys.flow, flowSchema);
/** After this an intent is forgotten: nobody expects a trade to open by itself the next day. */
const lifetime = 30 * 60_000;

const load = (): Flow | null => {
  const flow = kept.read();
  return flow && Date.now() - flow.startedAt < lifetime ? flow : null;
};

export const flowStore = createStoredStore<Flow | null>({ read: load, write: kept.write });

/** Where the person stands, as the runner last saw it; dialogs read it for the line of what comes next. */
export const accountStatusStore = createStore<AccountStatus>({
  isSignedIn: false,
  hasWallet: null,
  hasSocial: null,
  lamports: null,
});

const untouched = { skipped: [], isNewcomer: false, hasMetWallet: false, wantsFunds: false };

export const flow = {
  /** Begins an action; gates on the way are opened in turn and lead back to it. */
  start: (intent: Intent): void => flowStore.set({ ...untouched, intent, startedAt: Date.now() }),
  skip: (gate: Gate): void => flowStore.set((now) => now && { ...now, skipped: [...now.skipped, gate] }),
  /** The wallet was made just now. */
  markNewcomer: (): void => flowStore.set((now) => now && { ...now, isNewcomer: true }),
  /** The newcomer has seen their wallet, and adds SOL now or leaves that for later. */
  meetWallet: (wantsFunds: boolean): void => flowStore.set((now) => now && { ...now, hasMetWallet: true, wantsFunds }),
  end: (): void => flowStore.set(null),
} as const;
