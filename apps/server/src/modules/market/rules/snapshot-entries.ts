import { isWalletAddress } from "@tribe/chain/accounts";
import type { SnapshotEntry } from "@tribe/contract";
import type { HolderRow } from "../store/holders.ts";

/** The wallets among holders. What programs hold at their own addresses is left out: it belongs to nobody. */
export const entriesOf = (rows: readonly HolderRow[]): SnapshotEntry[] =>
  rows
    .filter(({ address }) => isWalletAddress(address))
    .map(({ address, snapshotAmount, uid, seat }) => ({ address, snapshotAmount, uid, isMember: seat !== null }));
