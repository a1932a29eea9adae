import { setImmediate as nextTick } from "node:timers/promises";
import { isWalletAddress } from "@tribe/chain/accounts";
import { type Mint, type SnapshotEntry, type TokenUnits, tokenUnits } from "@tribe/contract";
import { and, desc, eq, max, type SQL, sql } from "drizzle-orm";
import type { Executor, Reader } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { slotOfVersion } from "../../indexer/index.ts";
import { holdings, tokenAccounts } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";

/** All who held a token at one moment. */
export interface Snapshot {
  /** Of the newest change of a balance that is counted. */
  readonly slot: number;
  readonly takenAt: Date;
  /** Wallets, the largest holding first, equal ones by address. */
  readonly entries: readonly SnapshotEntry[];
  /** What all wallets hold together. */
  readonly total: TokenUnits;
  /** Addresses of programs that hold some: nobody counts them. */
  readonly programs: number;
}

/** Owners judged before others get a turn: some ten milliseconds. */
const ownersPerBatch = 2_000;

const holderColumns = {
  address: holdings.owner,
  snapshotAmount: holdings.amount,
  uid: people.uid,
  seat: seats.state,
};

/** Those of a token's holders that `where` lets through, the largest first, with what is known of them here. */
export const holdersIn = (db: Executor, mint: Mint, where?: SQL) =>
  db
    .select(holderColumns)
    .from(holdings)
    .leftJoin(people, eq(people.address, holdings.owner))
    .leftJoin(seats, and(eq(seats.mint, holdings.mint), eq(seats.address, holdings.owner), eq(seats.state, "active")))
    .where(and(eq(holdings.mint, mint), where))
    .orderBy(desc(holdings.amount), holdings.owner);

type HolderRow = Awaited<ReturnType<typeof holdersIn>>[number];

/** Leaves out what programs hold at addresses of theirs: that is nobody's. */
export const entriesOf = (rows: readonly HolderRow[]): SnapshotEntry[] =>
  rows
    .filter(({ address }) => isWalletAddress(address))
    .map(({ address, snapshotAmount, uid, seat }) => ({ address, snapshotAmount, uid, isMember: seat !== null }));

/** Reads all holders of a token by one statement: as one moment has them. */
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
