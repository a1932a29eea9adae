import { ApiError, type ChatMember, type MemberList, type Mint, routes } from "@tribe/contract";
import { and, asc, desc, eq, gt, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { query } from "../../../http/implement.ts";
import type { Person } from "../../../ports.ts";
import { faceAt, faceOf } from "../../identity/index.ts";
import { people } from "../../identity/schema.ts";
import { findToken, holdingOf } from "../../indexer/index.ts";
import { accessProblem, membershipOf, seatReasonForChief } from "../../membership/index.ts";
import { seats } from "../../membership/schema.ts";
import { onlinePeople, onlineSeconds } from "../../realtime/schema.ts";
import { callerOf } from "../caller-of.ts";

const stateOf = { members: "active", booted: "expired", blocked: "banned" } as const satisfies Record<
  MemberList,
  (typeof seats.$inferSelect)["state"]
>;

/** The last one of a page: holding in base units, and place in the order of joining. */
const cursorPattern = /^([0-9]{1,20})\.([0-9]{1,15})$/;

/** A Tribe's members; for its Chief also the former ones. */
export const members = query(routes.chat.members, async ({ ctx, tx, query, session }) => {
  const { mint, list, search, cursor, limit } = query;
  const person = await callerOf(ctx, tx, session.uid);
  const token = await findToken(tx, mint);
  if (!token) throw new ApiError("not_found");
  const access = await membershipOf(tx, mint, person);
  const problem = accessProblem(access);
  if (problem) throw problem;
  const isChief = access === "chief";
  if (list !== "members" && !isChief) throw new ApiError("forbidden");
  const rows = await tx
    .select({ seat: seats, isOnline: isOnline(sql`seats.uid`) })
    .from(seats)
    .leftJoin(people, eq(people.uid, seats.uid))
    .where(and(eq(seats.mint, mint), eq(seats.state, stateOf[list]), fits(search), afterCursor(cursor)))
    .orderBy(desc(seats.holding), asc(seats.joinOrder))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.seat : undefined;
  const [faces, places, counts] = await Promise.all([
    ctx.ports.people.byUids(
      tx,
      page.map(({ seat }) => seat.uid),
    ),
    placesOf(tx, mint),
    countsOf(tx, mint),
  ]);
  const chief = await ctx.ports.people.byAddress(tx, token.creatorAddress);
  const first = list === "members" && cursor === undefined && chief && isFound(chief, search) ? [chief] : [];
  const chiefLines = await Promise.all(
    first.map(async (one): Promise<ChatMember> => {
      const { rows: asked } = await tx.execute<{ online: boolean }>(sql`select ${isOnline(sql`${one.uid}`)} as online`);
      return {
        uid: one.uid,
        address: token.creatorAddress,
        ...faceOf(one),
        role: "chief",
        state: "chief",
        holding: await holdingOf(tx, mint, token.creatorAddress),
        seat: null,
        isOnline: asked[0]?.online ?? false,
        reason: null,
        since: null,
      };
    }),
  );
  return {
    members: [
      ...chiefLines,
      ...page.map(
        ({ seat, isOnline }): ChatMember => ({
          uid: seat.uid,
          address: seat.address,
          ...faceAt(seat.address, faces.get(seat.uid)),
          role: "member",
          state: seat.state,
          holding: seat.holding,
          seat: places.get(seat.uid) ?? null,
          isOnline,
          reason: seat.state === "active" ? null : seatReasonForChief(seat),
          since: seat.changedAt.getTime(),
        }),
      ),
    ],
    counts: {
      members: counts.active,
      online: counts.online,
      booted: isChief ? counts.expired : null,
      blocked: isChief ? counts.banned : null,
    },
    nextCursor: last ? `${last.holding}.${last.joinOrder}` : null,
  };
});

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

const isFound = (person: Person, search: string | undefined): boolean =>
  !search ||
  faceOf(person).displayName.toLowerCase().includes(search.toLowerCase()) ||
  (person.address?.startsWith(search) ?? false);

/** @throws ApiError `bad_request` for an invalid cursor */
const afterCursor = (cursor: string | undefined): SQL | undefined => {
  if (cursor === undefined) return undefined;
  const [, holding, joinOrder] = cursorPattern.exec(cursor) ?? [];
  if (!holding || !joinOrder)
    throw new ApiError("bad_request", { field: "query.cursor", message: "must be a cursor of this list" });
  return or(
    sql`${seats.holding} < ${holding}::numeric`,
    and(sql`${seats.holding} = ${holding}::numeric`, gt(seats.joinOrder, Number(joinOrder))),
  );
};

/** The rank of each member with a seat: 1 for the largest holder. */
const placesOf = async (tx: Executor, mint: Mint) => {
  const seated = await tx
    .select({ uid: seats.uid })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.state, "active")))
    .orderBy(desc(seats.holding), asc(seats.joinOrder));
  return new Map(seated.map(({ uid }, index) => [uid, index + 1]));
};

const countsOf = async (tx: Executor, mint: Mint) => {
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
