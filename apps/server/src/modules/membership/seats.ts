import {
  type Address,
  ApiError,
  type Mint,
  minEntryThresholdUnits,
  type SeatLoss,
  tokenUnits,
  type Uid,
} from "@tribe/contract";
import { type EntryThreshold, entryThreshold, type Member, thresholdToReturn } from "@tribe/domain/membership";
import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { tokens } from "../indexer/schema.ts";
import { channels, seats } from "./schema.ts";

/** A channel's row as its lock's owner sees it. */
export type Channel = typeof channels.$inferSelect;

/**
 * Locks a Tribe's channel for the rest of the transaction: messages and seats of one Tribe happen one after another.
 * @throws ApiError `not_found` when there is no such Tribe.
 */
export const lockChannel = async (tx: Executor, mint: Mint): Promise<Channel> => {
  const [channel] = await tx.select().from(channels).where(eq(channels.mint, mint)).for("update");
  if (!channel) throw new ApiError("not_found");
  return channel;
};

/**
 * {@link lockChannel} for many, in the order in which everybody locks several.
 * @param waits for those that are locked by others; otherwise they are absent, as unknown ones are.
 */
export const lockChannels = (tx: Executor, mints: readonly Mint[], waits: boolean): Promise<Channel[]> =>
  tx
    .select()
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param([...mints])})`)
    .orderBy(channels.mint)
    .for("update", waits ? {} : { skipLocked: true });

/**
 * Keeps balances of a token from changing between their reading and the commit. Taken before the channel's lock, as
 * the indexer takes the two.
 */
export const lockBalances = async (tx: Executor, mint: Mint): Promise<void> => {
  await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("share");
};

/** One who joined, with what they hold by the index. */
export interface JoinedMember extends Member {
  readonly id: Uid;
  readonly address: Address;
  readonly isSeated: boolean;
}

/** {@link JoinedMember} with what became of the seat; one who was blocked, too. */
export interface Contender extends JoinedMember {
  readonly state: (typeof seats.$inferSelect)["state"];
}

/**
 * Whoever decides about a Tribe's seats: who would sit by their holding and the next in line, who sits until now, and one
 * person if they ever joined. For the rules of the domain that is as good as everybody who ever joined: what they say
 * depends on the top of the others, and at most one of those is the person asked about.
 */
export const contendersOf = async (
  db: Executor,
  { mint, groupSize }: Pick<Channel, "mint" | "groupSize">,
  uid: Uid | null = null,
): Promise<Contender[]> => {
  const rows = await contendersOn(db).execute({ mint, uid, limit: groupSize + 1 });
  return rows.map(toContender);
};

const seatColumns = {
  uid: seats.uid,
  address: seats.address,
  state: seats.state,
  joinOrder: seats.joinOrder,
  holding: seats.holding,
};

const toContender = (row: Pick<typeof seats.$inferSelect, keyof typeof seatColumns>): Contender => ({
  id: row.uid,
  address: row.address,
  holding: row.holding,
  joinedAt: row.joinOrder,
  banned: row.state === "banned",
  isSeated: row.state === "active",
  state: row.state,
});

// Everybody who looks at a Tribe asks, and every trade of a member.
const contendersOn = preparedOnce((db) => {
  const mint = eq(seats.mint, sql.placeholder("mint"));
  const top = db
    .select(seatColumns)
    .from(seats)
    // Written out as in the index, so that it is used.
    .where(and(mint, sql`${seats.state} <> 'banned'`, gte(seats.holding, tokenUnits(minEntryThresholdUnits))))
    .orderBy(desc(seats.holding), asc(seats.joinOrder))
    .limit(sql.placeholder("limit"));
  const seated = db
    .select(seatColumns)
    .from(seats)
    .where(and(mint, eq(seats.state, "active")));
  const own = db
    .select(seatColumns)
    .from(seats)
    .where(and(mint, eq(seats.uid, sql.placeholder("uid"))));
  return union(top, seated, own).prepare("membership_contenders");
});

/** Who has a seat now, in the order of joining. */
export const seatedMembers = async (db: Executor, mint: Mint): Promise<JoinedMember[]> =>
  (
    await db
      .select(seatColumns)
      .from(seats)
      .where(and(eq(seats.mint, mint), eq(seats.state, "active")))
      .orderBy(asc(seats.joinOrder))
  ).map(toContender);

/**
 * What somebody must hold to sit among these: for who lost a seat, what brings it back; for anybody else, what a
 * newcomer needs. Rounded up for people, exact for the comparison.
 */
export const thresholdFor = (joined: readonly JoinedMember[], uid: Uid | null, groupSize: number): EntryThreshold => {
  const own = joined.find((member) => member.id === uid);
  if (!own || own.isSeated) return entryThreshold(joined, groupSize);
  return thresholdToReturn(
    joined.filter((member) => member !== own),
    own.joinedAt,
    groupSize,
  );
};

/** Whether a holding is too small for any seat, however many are free. */
export const isBelowThreshold = ({ holding }: Pick<JoinedMember, "holding">): boolean =>
  holding < minEntryThresholdUnits;

/** Why a seat is gone and what brings it back. */
export const lossOf = (member: Pick<JoinedMember, "holding">, threshold: EntryThreshold): SeatLoss => ({
  code: isBelowThreshold(member) ? "seat.below_minimum" : "seat.outranked",
  tokensToReturn: tokenUnits(threshold.entryThresholdTokensForCompare),
});
