import { type Mint, minEntryThresholdUnits, tokenUnits, type Uid } from "@tribe/contract";
import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import type { Contender, JoinedMember } from "../rules/seats.ts";
import { seats } from "../schema.ts";
import type { Channel } from "./channels.ts";

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
