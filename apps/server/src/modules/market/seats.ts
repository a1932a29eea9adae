import {
  type Address,
  ApiError,
  type MembershipState,
  type Mint,
  minEntryThresholdUnits,
  tokenUnits,
  type Uid,
} from "@tribe/contract";
import { type EntryThreshold, entryThreshold, formatInputUp, type Member, thresholdToReturn } from "@tribe/domain";
import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import type { Person } from "../../ports.ts";
import { people } from "../identity/schema.ts";
import { channels, holdings, seats, tokens } from "./schema.ts";

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
 * Keeps balances of a token from changing between their reading and the commit. Taken before the channel's lock, as
 * the indexer takes the two.
 */
export const holdBalances = async (tx: Executor, mint: Mint): Promise<void> => {
  await tx.select({ mint: tokens.mint }).from(tokens).where(eq(tokens.mint, mint)).for("share");
};

/** One who joined, with what they hold by the index. */
export interface JoinedMember extends Member {
  readonly id: Uid;
  readonly address: Address;
  readonly isSeated: boolean;
}

/** Everybody who ever joined and is not blocked, in the order of joining: of these the top ones sit. */
export const joinedMembers = async (db: Executor, mint: Mint): Promise<JoinedMember[]> =>
  (await everJoined(db, mint)).filter((member) => !member.banned);

/** Everybody who ever joined, those who were blocked since, too, in the order of joining. */
export const everJoined = async (db: Executor, mint: Mint): Promise<EverJoined[]> =>
  (await seatsOn(db).execute({ mint })).map((row) => ({
    id: row.uid,
    address: row.address,
    // Who holds nothing has no row.
    holding: row.holding ?? tokenUnits(0n),
    joinedAt: row.joinOrder,
    banned: row.state === "banned",
    isSeated: row.state === "active",
    state: row.state,
  }));

/** One who joined once, with what became of their seat. */
export interface EverJoined extends JoinedMember {
  readonly state: (typeof seats.$inferSelect)["state"];
}

const seatsOn = preparedOnce((db) =>
  db
    .select({
      uid: seats.uid,
      address: seats.address,
      state: seats.state,
      joinOrder: seats.joinOrder,
      holding: holdings.amount,
    })
    .from(seats)
    .leftJoin(holdings, and(eq(holdings.mint, seats.mint), eq(holdings.owner, seats.address)))
    .where(eq(seats.mint, sql.placeholder("mint")))
    .orderBy(asc(seats.joinOrder))
    .prepare("market_seats"),
);

/** Who has a seat now, in the order of joining. */
export const seatedMembers = async (db: Executor, mint: Mint): Promise<JoinedMember[]> =>
  (await joinedMembers(db, mint)).filter((member) => member.isSeated);

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

/** One person's access to one chat. */
export interface Access {
  readonly mint: Mint;
  readonly uid: Uid;
}

/** Those of these who have neither a seat there nor are its Chief. */
export const withoutAccess = async (db: Executor, asked: readonly Access[]): Promise<Access[]> => {
  const mints = asked.map(({ mint }) => mint);
  const uids = asked.map(({ uid }) => uid);
  const { rows } = await db.execute<{ place: number }>(sql`
    select asked.place::int from unnest(${sql.param(mints)}::text[], ${sql.param(uids)}::text[]) with ordinality
      as asked (mint, uid, place)
    where not exists (
      select from ${seats} as seat where seat.mint = asked.mint and seat.uid = asked.uid and seat.state = 'active'
    ) and not exists (
      select from ${tokens} as token join ${people} as chief on chief.address = token.creator_address
      where token.mint = asked.mint and chief.uid = asked.uid
    )`);
  return rows.flatMap(({ place }) => asked[place - 1] ?? []);
};

/** {@link membershipOf} where everybody who ever joined is known already. */
export const membershipAmong = (
  members: readonly EverJoined[],
  { creatorAddress }: { readonly creatorAddress: Address },
  person: Person | null,
): MembershipState => {
  if (!person) return "none";
  if (person.address === creatorAddress) return "chief";
  return members.find((member) => member.id === person.uid)?.state ?? "none";
};

/** Whether a state lets its owner read and write. */
export const hasAccess = (state: MembershipState): boolean => state === "active" || state === "chief";

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

/** Why a seat is gone and what brings it back, in words for its owner. */
export const bootedReason = (member: JoinedMember, threshold: EntryThreshold): string => {
  const why =
    member.holding < minEntryThresholdUnits
      ? "You hold fewer tokens than this chat asks for."
      : "Others who joined hold more tokens than you.";
  return `${why} With ${formatInputUp(threshold.entryThresholdTokensForCompare)} tokens you get your seat back.`;
};
