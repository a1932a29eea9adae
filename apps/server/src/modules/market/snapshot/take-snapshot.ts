import { setImmediate as nextTick } from "node:timers/promises";
import { type Mint, type SnapshotEntry, type TokenUnits, tokenUnits } from "@tribe/contract";
import type { Reader } from "../../../db/client.ts";
import { slotOfVersion } from "../../indexer/index.ts";
import { entriesOf } from "../rules/snapshot-entries.ts";
import { holdersNow } from "../store/holders.ts";

/** All holders of a token at one moment. */
export interface Snapshot {
  /** The slot of the newest balance change that is included. */
  readonly slot: number;
  readonly takenAt: Date;
  /** Wallets, the largest holding first, equal ones by address. */
  readonly entries: readonly SnapshotEntry[];
  /** The sum of all wallets. */
  readonly total: TokenUnits;
  /** Addresses of programs that hold some; they are not counted. */
  readonly programs: number;
}

/** Owners that are processed before others get a turn: about ten milliseconds. */
const ownersPerBatch = 2_000;

/** Reads all holders of a token as they are at one moment. */
export const takeSnapshot = async (db: Reader, mint: Mint): Promise<Snapshot> => {
  const takenAt = new Date();
  const holders = await holdersNow(db, mint);
  const version = Number(holders[0]?.version ?? 0);
  const entries: SnapshotEntry[] = [];
  for (let at = 0; at < holders.length; at += ownersPerBatch) {
    entries.push(...entriesOf(holders.slice(at, at + ownersPerBatch)));
    await nextTick();
  }
  const total = entries.reduce((sum, { snapshotAmount }) => sum + snapshotAmount, 0n);
  const programs = holders.length - entries.length;
  return { slot: slotOfVersion(version), takenAt, entries, total: tokenUnits(total), programs };
};
