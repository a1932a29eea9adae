import { type Address, ApiError, type MembershipState, type MessageId, type Mint, type Uid } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { preparedOnce } from "../../db/prepared.ts";
import type { Person } from "../identity/index.ts";
import { people } from "../identity/schema.ts";
import { tokens } from "../indexer/schema.ts";
import { channels, seats } from "./schema.ts";
import type { Contender } from "./seats.ts";

// Who may read and write a chat: the same rule for each way in which it is needed, in TypeScript for one person and in SQL for
// many.

/** Whether this state lets a person read and write. */
export const hasAccess = (state: MembershipState): boolean => state === "active" || state === "chief";

/** A person's membership of a Tribe. The Chief has access without a seat; a visitor's membership is `none`. */
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

/** {@link membershipOf} for many people and Tribes at once, in the order of `asked`. */
export const membershipsOf = async (db: Executor, asked: readonly Access[]): Promise<MembershipState[]> => {
  const mints = asked.map(({ mint }) => mint);
  const uids = asked.map(({ uid }) => uid);
  const { rows } = await db.execute<{ place: number; state: MembershipState }>(sql`
    select asked.place::int, case when token.creator_address = person.address then 'chief' else seat.state end as state
    from unnest(${sql.param(mints)}::text[], ${sql.param(uids)}::text[]) with ordinality as asked (mint, uid, place)
    join ${people} as person on person.uid = asked.uid
    left join ${tokens} as token on token.mint = asked.mint
    left join ${seats} as seat on seat.mint = asked.mint and seat.uid = asked.uid`);
  const found = new Map(rows.map(({ place, state }) => [place, state]));
  return asked.map((_, index) => found.get(index + 1) ?? "none");
};

/** A person and a chat. */
export interface Access {
  readonly mint: Mint;
  readonly uid: Uid;
}

/**
 * Which of these people may not read: {@link membershipsOf} and {@link hasAccess} in one query, which returns no rows for those
 * who may. `seats.test.ts` checks that both agree.
 */
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

/** {@link membershipOf} when the contenders are loaded already, the person among them. */
export const membershipAmong = (
  members: readonly Contender[],
  { creatorAddress }: { readonly creatorAddress: Address },
  person: Person | null,
): MembershipState => {
  if (!person) return "none";
  if (person.address === creatorAddress) return "chief";
  return members.find((member) => member.id === person.uid)?.state ?? "none";
};

/** The error for a state without access: `banned` or `not_a_member`; null for one with access. */
export const accessProblem = (state: MembershipState): ApiError | null =>
  hasAccess(state) ? null : new ApiError(state === "banned" ? "banned" : "not_a_member");

/** Lets only the Chief and people with a seat pass. @throws ApiError `banned`, `not_a_member` */
export const requireAccess = async (db: Executor, mint: Mint, person: Person | null): Promise<void> => {
  const problem = accessProblem(await membershipOf(db, mint, person));
  if (problem) throw problem;
};

/** {@link requireAccess} by a person's id, in one query. @throws ApiError `banned`, `not_a_member` */
export const requireReader = async (db: Executor, access: Access): Promise<void> => {
  const [state = "none"] = await membershipsOf(db, [access]);
  const problem = accessProblem(state);
  if (problem) throw problem;
};

const channelOfReader = preparedOnce((db) =>
  db
    .select({
      headSeq: channels.headSeq,
      pinnedId: channels.pinnedId,
      creator: tokens.creatorAddress,
      person: { uid: people.uid, address: people.address },
      seat: seats.state,
    })
    .from(channels)
    .leftJoin(tokens, eq(tokens.mint, channels.mint))
    .leftJoin(people, eq(people.uid, sql.placeholder("uid")))
    .leftJoin(seats, and(eq(seats.mint, channels.mint), eq(seats.uid, people.uid)))
    .where(eq(channels.mint, sql.placeholder("mint")))
    .prepare("membership_channel_of_reader"),
);

/**
 * Checks access and reads what the page of a chat begins with, in one query: the newest sequence number, and the pinned message.
 * @throws ApiError `not_found` when there is no such Tribe, `banned`, `not_a_member`
 */
export const requireReadable = async (
  db: Executor,
  { mint, uid }: Access,
): Promise<{ readonly headSeq: number; readonly pinnedId: MessageId | null }> => {
  const [found] = await channelOfReader(db).execute({ mint, uid });
  if (!found) throw new ApiError("not_found");
  const { headSeq, pinnedId, creator, person, seat } = found;
  const isChief = person !== null && person.address !== null && person.address === creator;
  const problem = accessProblem(isChief ? "chief" : (seat ?? "none"));
  if (problem) throw problem;
  return { headSeq, pinnedId };
};

/** Lets only the Chief pass. @throws ApiError `not_found` when there is no such Tribe, `forbidden` */
export const requireChief = async (db: Executor, mint: Mint, person: Person | null): Promise<void> => {
  const [token] = await db.select({ creator: tokens.creatorAddress }).from(tokens).where(eq(tokens.mint, mint));
  if (!token) throw new ApiError("not_found");
  if (person?.address !== token.creator) throw new ApiError("forbidden");
};
