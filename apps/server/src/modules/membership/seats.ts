import {
  type Address,
  ApiError,
  type Mint,
  minEntryThresholdUnits,
  type SeatLoss,
  type TokenUnits,
  tokenUnits,
  type Uid,
} from "@tribe/contract";
import {
  type EntryThreshold,
  entryThreshold,
  type Member,
  seatedMembers as rankedSeats,
  thresholdToReturn,
} from "@tribe/domain/membership";
import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import { tokens } from "../indexer/schema.ts";
import { channels, seats } from "./schema.ts";

/** A channel's row, read under its lock. */
export type Channel = typeof channels.$inferSelect;

/**
 * Locks a Tribe's channel until the transaction ends, so that messages and changes of seats in one Tribe happen one after
 * another.
 * @throws ApiError `not_found` when there is no such Tribe
 */
export const lockChannel = async (tx: Executor, mint: Mint): Promise<Channel> => {
  const [channel] = await tx.select().from(channels).where(eq(channels.mint, mint)).for("update");
  if (!channel) throw new ApiError("not_found");
  return channel;
};

/**
 * {@link lockChannel} for many, in the order in which everybody locks several.
 * @param waits false leaves out channels that somebody else has locked, as if they were unknown
 */
export const lockChannels = (tx: Executor, mints: readonly Mint[], waits: boolean): Promise<Channel[]> =>
  tx
    .select()
    .from(channels)
    .where(sql`${channels.mint} = any(${sql.param([...mints])})`)
    .orderBy(channels.mint)
    .for("update", waits ? {} : { skipLocked: true });

/**
 * Locks the balances of a token, so that they can't change between their reading and the commit. Call it before the channel is
 * locked, as the indexer does.
 */
export const lockBalances = async (tx: Executor, mint: Mint): Promise<void> => {
  await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("share");
};

/** Somebody who joined, with their holding in the index. */
export interface JoinedMember extends Member {
  readonly id: Uid;
  readonly address: Address;
  readonly isSeated: boolean;
}

/** {@link JoinedMember} with their membership now, which may be `banned`. */
export interface Contender extends JoinedMember {
  readonly state: (typeof seats.$inferSelect)["state"];
}

/**
 * The people who matter for a decision about a Tribe's seats: the top by holding and the next two in line (one of whom may be the
 * person themself), everybody who has a seat now, and one person if they ever joined. The domain's rules give the same result for
 * these as for everybody who ever joined: they depend only on the top of the others, among whom the one person is at most once.
 */
export const contendersOf = async (
  db: Executor,
  { mint, groupSize }: Pick<Channel, "mint" | "groupSize">,
  uid: Uid | null = null,
): Promise<Contender[]> => {
  const rows = await contendersOn(db).execute({ mint, uid, limit: groupSize + 2 });
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

// Read whenever somebody looks at a Tribe, and with each trade of a member.
const contendersOn = preparedOnce((db) => {
  const mint = eq(seats.mint, sql.placeholder("mint"));
  const top = db
    .select(seatColumns)
    .from(seats)
    // Written exactly as in the index, so that PostgreSQL uses it.
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
 * What somebody must hold to get a seat among these: for who lost one, what brings it back; for anybody else, what a newcomer
 * needs. Rounded up for display, exact for the comparison.
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

/** Whether a holding is too small for any seat, even a free one. */
export const isBelowThreshold = ({ holding }: Pick<JoinedMember, "holding">): boolean =>
  holding < minEntryThresholdUnits;

/** Why a seat was lost and what brings it back. */
export const lossOf = (member: Pick<JoinedMember, "holding">, threshold: EntryThreshold): SeatLossByHolding => ({
  code: isBelowThreshold(member) ? "seat.below_minimum" : "seat.outranked",
  tokensToReturn: tokenUnits(threshold.entryThresholdTokensForCompare),
});

type SeatLossByHolding = Exclude<SeatLoss, { readonly code: "seat.blocked" }>;

/**
 * The seat that somebody would still have with what they held before, which they have sold or moved themselves; null if others
 * took it from them.
 * @param joined everybody as they are now
 */
export const gaveUpSeat = (
  joined: readonly JoinedMember[],
  member: JoinedMember,
  before: TokenUnits,
  groupSize: number,
): { readonly seat: number } | null => {
  if (before <= member.holding) return null;
  const past = { ...member, holding: before };
  const place = rankedSeats([...joined.filter(({ id }) => id !== member.id), past], groupSize).indexOf(past);
  return place < 0 ? null : { seat: place + 1 };
};
