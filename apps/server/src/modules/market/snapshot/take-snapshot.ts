import { setImmediate as nextTick } from "node:timers/promises";
import { isWalletAddress } from "@tribe/chain/accounts";
import { type Mint, type SnapshotEntry, type TokenUnits, tokenUnits } from "@tribe/contract";
import { and, desc, eq, max, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { slotOfVersion } from "../../indexer/index.ts";
import { holdings, tokenAccounts } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

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

const holderColumns = {
  address: holdings.owner,
  snapshotAmount: holdings.amount,
  uid: people.uid,
  seat: seats.state,
};

/** Those of a token's holders that `where` accepts, the largest first, with what is known of them here. */
export const holdersIn = (db: Executor, mint: Mint, where?: SQL) =>
  db
    .select(holderColumns)
    .from(holdings)
    .leftJoin(people, eq(people.address, holdings.owner))
    .leftJoin(seats, and(eq(seats.mint, holdings.mint), eq(seats.address, holdings.owner), eq(seats.state, "active")))
    .where(and(eq(holdings.mint, mint), where))
    .orderBy(desc(holdings.amount), holdings.owner);

type HolderRow = Awaited<ReturnType<typeof holdersIn>>[number];

/** Leaves out what programs hold at their own addresses: it belongs to nobody. */
export const entriesOf = (rows: readonly HolderRow[]): SnapshotEntry[] =>
  rows
    .filter(({ address }) => isWalletAddress(address))
    .map(({ address, snapshotAmount, uid, seat }) => ({ address, snapshotAmount, uid, isMember: seat !== null }));

/** Reads all holders of a token in one statement, so that they are of one moment. */
export const takeSnapshot = async (db: Reader, mint: Mint): Promise<Snapshot> => {
  const takenAt = new Date();
  const newest = db
    .select({ version: max(tokenAccounts.version).as("version") })
    .from(tokenAccounts)
    .where(eq(tokenAccounts.mint, mint));
  const found = await db
    .select({ ...holderColumns, version: sql<string | null>`(${newest})` })
    .from(holdings)
    .leftJoin(people, eq(people.address, holdings.owner))
    .leftJoin(seats, and(eq(seats.mint, holdings.mint), eq(seats.address, holdings.owner), eq(seats.state, "active")))
    .where(eq(holdings.mint, mint))
    .orderBy(desc(holdings.amount), holdings.owner);
  const version = Number(found[0]?.version ?? 0);
  const entries: SnapshotEntry[] = [];
  for (let at = 0; at < found.length; at += ownersPerBatch) {
    entries.push(...entriesOf(found.slice(at, at + ownersPerBatch)));
    await nextTick();
  }
  const total = entries.reduce((sum, { snapshotAmount }) => sum + snapshotAmount, 0n);
  const programs = found.length - entries.length;
  return { slot: slotOfVersion(version), takenAt, entries, total: tokenUnits(total), programs };
};
