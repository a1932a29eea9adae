import {
  type Address,
  ApiError,
  type MembershipState,
  type Mint,
  minEntryThresholdUnits,
  tokenUnits,
  type Uid,
} from "@tribe/contract";
import { decideSeat, type EntryThreshold, entryThreshold, formatInputUp, type Member } from "@tribe/domain";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import type { Person } from "../../ports.ts";
import { holdingOf, holdingsOf } from "./holdings.ts";
import { channels, seats, tokens } from "./schema.ts";

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

/** One who has a seat, with what they hold by the index. */
export interface SeatedMember extends Member {
  readonly id: Uid;
  readonly address: Address;
}

/** Who has a seat now, in the order of joining. */
export const seatedMembers = async (db: Executor, mint: Mint): Promise<SeatedMember[]> => {
  const rows = await db
    .select({ uid: seats.uid, address: seats.address, joinOrder: seats.joinOrder })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.state, "active")))
    .orderBy(asc(seats.joinOrder));
  const holdings = await holdingsOf(
    db,
    mint,
    rows.map((row) => row.address),
  );
  return rows.map((row) => ({
    id: row.uid,
    address: row.address,
    holding: holdings.get(row.address) ?? tokenUnits(0n),
    joinedAt: row.joinOrder,
    banned: false,
  }));
};

/** What a person is in a Tribe; the Chief's access needs no seat. Without a person: `none`. */
export const membershipOf = async (db: Executor, mint: Mint, person: Person | null): Promise<MembershipState> => {
  if (!person) return "none";
  const [token] = await db.select({ creator: tokens.creatorAddress }).from(tokens).where(eq(tokens.mint, mint));
  if (token && person.address === token.creator) return "chief";
  const [seat] = await db
    .select({ state: seats.state })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, person.uid)));
  return seat?.state ?? "none";
};

/** Whether a state lets its owner read and write. */
export const hasAccess = (state: MembershipState): boolean => state === "active" || state === "chief";

/**
 * Takes a seat under the channel's lock: a free one, or the smallest member's when the joiner holds more.
 * Who already sits keeps their seat; the Chief needs none.
 * @throws ApiError `threshold_missed`, `banned`, `wallet_missing`, `not_found`.
 */
export const takeSeat = async (tx: Executor, mint: Mint, person: Person): Promise<MembershipState> => {
  if (!person.address) throw new ApiError("wallet_missing");
  // Keeps a balance from changing between its reading here and the commit; taken before the channel, as the indexer does.
  await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("share");
  const channel = await lockChannel(tx, mint);
  const before = await membershipOf(tx, mint, person);
  if (before === "chief") return before;
  if (before === "banned") throw new ApiError("banned");
  const holding = await holdingOf(tx, mint, person.address);
  if (before === "active" && holding >= minEntryThresholdUnits) return before;

  const former = await joinOrderOf(tx, mint, person.uid);
  const members: Member[] = (await seatedMembers(tx, mint)).filter((member) => member.id !== person.uid);
  // Who lost a seat keeps the place in the order of coming, but sits nowhere until this decision.
  if (former) members.push({ id: person.uid, holding: tokenUnits(0n), joinedAt: former, banned: false });
  const decision = decideSeat(members, { id: person.uid, holding }, channel.groupSize);
  if (decision.kind === "banned") throw new ApiError("banned");
  if (decision.kind === "below") {
    const needed = formatInputUp(decision.threshold.entryThresholdTokensForCompare);
    throw new ApiError("threshold_missed", { message: `You need ${needed} tokens to enter this chat` });
  }
  const joinOrder = former ?? channel.joinCount + 1;
  await tx
    .update(channels)
    .set({ joinCount: Math.max(joinOrder, channel.joinCount) })
    .where(eq(channels.mint, mint));
  const seat = { address: person.address, state: "active" as const, joinOrder, reason: null, changedAt: new Date() };
  await tx
    .insert(seats)
    .values({ mint, uid: person.uid, ...seat })
    .onConflictDoUpdate({ target: [seats.mint, seats.uid], set: seat });
  // The ids of members are the uids that were put in above.
  if (decision.displaced)
    await expire(tx, mint, [decision.displaced.id as Uid], "Somebody with more tokens took your seat");
  await announceSeat(tx, mint, person.uid, "active", null);
  await recountMembers(tx, mint);
  return "active";
};

const joinOrderOf = async (tx: Executor, mint: Mint, uid: Uid): Promise<number | null> => {
  const [seat] = await tx
    .select({ joinOrder: seats.joinOrder })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
  return seat?.joinOrder ?? null;
};

/**
 * Judges the seats of owners whose holding changed: below the least threshold a seat is lost, in the same commit
 * that records the balance.
 */
export const judgeSeats = async (tx: Executor, mint: Mint, owners: readonly Address[]): Promise<void> => {
  const affected = await tx
    .select({ uid: seats.uid })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.state, "active"), inArray(seats.address, [...owners])));
  if (affected.length === 0) return;
  await lockChannel(tx, mint);
  const uids = new Set(affected.map((seat) => seat.uid));
  const below = (await seatedMembers(tx, mint))
    .filter((member) => uids.has(member.id) && member.holding < minEntryThresholdUnits)
    .map((member) => member.id);
  if (below.length === 0) return;
  await expire(tx, mint, below, "You hold fewer tokens than this chat asks for");
  await recountMembers(tx, mint);
};

/**
 * Blocks a person from a Tribe for good; also one who never joined.
 * @throws ApiError `not_found`.
 */
export const blockMember = async (tx: Executor, mint: Mint, person: Person): Promise<MembershipState> => {
  if (!person.address) throw new ApiError("wallet_missing");
  const channel = await lockChannel(tx, mint);
  const reason = "The Chief has blocked you from this chat";
  const joinOrder = channel.joinCount + 1;
  await tx.update(channels).set({ joinCount: joinOrder }).where(eq(channels.mint, mint));
  await tx
    .insert(seats)
    .values({ mint, uid: person.uid, address: person.address, state: "banned", joinOrder, reason })
    .onConflictDoUpdate({
      target: [seats.mint, seats.uid],
      set: { state: "banned", reason, changedAt: sql`now()` },
    });
  await announceSeat(tx, mint, person.uid, "banned", reason);
  await recountMembers(tx, mint);
  return "banned";
};

/** What a newcomer must hold now: rounded up for people, exact for the comparison. */
export const thresholdOf = async (db: Executor, mint: Mint): Promise<EntryThreshold> => {
  const [channel] = await db.select({ groupSize: channels.groupSize }).from(channels).where(eq(channels.mint, mint));
  if (!channel) throw new ApiError("not_found");
  return entryThreshold(await seatedMembers(db, mint), channel.groupSize);
};

const expire = async (tx: Executor, mint: Mint, uids: readonly Uid[], reason: string): Promise<void> => {
  await tx
    .update(seats)
    .set({ state: "expired", reason, changedAt: sql`now()` })
    .where(and(eq(seats.mint, mint), inArray(seats.uid, [...uids])));
  for (const uid of uids) await announceSeat(tx, mint, uid, "expired", reason);
};

const announceSeat = async (tx: Executor, mint: Mint, uid: Uid, state: MembershipState, reason: string | null) => {
  const { entryThresholdTokens } = await thresholdOf(tx, mint);
  await writeEvent(tx, "seat.changed", { mint, uid, state, entryThreshold: entryThresholdTokens.toString(), reason });
};

const recountMembers = async (tx: Executor, mint: Mint): Promise<void> => {
  const memberCount = await tx.$count(seats, and(eq(seats.mint, mint), eq(seats.state, "active")));
  await tx.update(channels).set({ memberCount }).where(eq(channels.mint, mint));
  await writeEvent(tx, "members.changed", { mint, memberCount });
};
