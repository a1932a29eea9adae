import type { Mint, Uid } from "@tribe/contract";
import { and, asc, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { seats } from "../../membership/schema.ts";
import { onlinePeople, onlineSeconds } from "../../realtime/schema.ts";

type SeatRow = typeof seats.$inferSelect;

/** The last one of a page of members. */
export interface MemberCursor {
  /** In base units. */
  readonly holding: string;
  readonly joinOrder: number;
}

/** What a list of members contains. */
interface MemberFilter {
  readonly state: SeatRow["state"];
  /** A part of the name, or the beginning of the address. */
  readonly search: string | undefined;
  /** Those that come after this one. */
  readonly after: MemberCursor | null;
}

/** Members in the order of their holdings. */
export const membersPage = (
  tx: Executor,
  mint: Mint,
  { state, search, after }: MemberFilter,
  limit: number,
): Promise<{ seat: SeatRow; isOnline: boolean }[]> =>
  tx
    .select({ seat: seats, isOnline: isOnline(sql`seats.uid`) })
    .from(seats)
    .leftJoin(people, eq(people.uid, seats.uid))
    .where(and(eq(seats.mint, mint), eq(seats.state, state), fits(search), comesAfter(after)))
    .orderBy(desc(seats.holding), asc(seats.joinOrder))
    .limit(limit);

/** Whether a person has a page open. */
export const isPersonOnline = async (tx: Executor, uid: Uid): Promise<boolean> => {
  const { rows } = await tx.execute<{ online: boolean }>(sql`select ${isOnline(sql`${uid}`)} as online`);
  return rows[0]?.online ?? false;
};

// With its table's name, which drizzle leaves out in a query of one table: `uid` alone would be the other table's.
const isOnline = (uid: SQL) => sql<boolean>`exists (
  select from ${onlinePeople} as online
  where online.uid = ${uid} and online.seen_at > now() - make_interval(secs => ${onlineSeconds}))`;

/** Matches a part of the name that others see, or the beginning of the address. */
const fits = (search: string | undefined): SQL | undefined => {
  if (!search) return undefined;
  return sql`(strpos(lower(${people.displayName}), ${search.toLowerCase()}) > 0 and not ${people.isNerfed}
    or starts_with(${seats.address}, ${search}))`;
};

const comesAfter = (cursor: MemberCursor | null): SQL | undefined => {
  if (cursor === null) return undefined;
  const { holding, joinOrder } = cursor;
  return or(
    sql`${seats.holding} < ${holding}::numeric`,
    and(sql`${seats.holding} = ${holding}::numeric`, gt(seats.joinOrder, joinOrder)),
  );
};

/** The rank of each member with a seat: 1 for the largest holder. */
export const seatRanks = async (tx: Executor, mint: Mint): Promise<ReadonlyMap<Uid, number>> => {
  const seated = await tx
    .select({ uid: seats.uid })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.state, "active")))
    .orderBy(desc(seats.holding), asc(seats.joinOrder));
  return new Map(seated.map(({ uid }, index) => [uid, index + 1]));
};

/** How many people have a seat, had one or are banned, and how many of those with a seat are online. */
export const countMembers = async (tx: Executor, mint: Mint) => {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [counts] = await tx
    .select({
      active: count(sql`${seats.state} = 'active'`),
      expired: count(sql`${seats.state} = 'expired'`),
      banned: count(sql`${seats.state} = 'banned'`),
      online: count(sql`${seats.state} = 'active' and ${isOnline(sql`seats.uid`)}`),
    })
    .from(seats)
    .where(eq(seats.mint, mint));
  return counts ?? { active: 0, expired: 0, banned: 0, online: 0 };
};
