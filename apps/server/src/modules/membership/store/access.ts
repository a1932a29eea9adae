import type { Address, MembershipState, Mint, Uid } from "@tribe/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { preparedOnce } from "../../../db/prepared.ts";
import type { Person } from "../../identity/index.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { channels, seats } from "../schema.ts";

// The same rule as in rules/access.ts, in SQL for many.

/** Whose wallet created a Tribe; null when there is no such Tribe. */
export const creatorOf = async (db: Executor, mint: Mint): Promise<Address | null> => {
  const [token] = await db.select({ creator: tokens.creatorAddress }).from(tokens).where(eq(tokens.mint, mint));
  return token?.creator ?? null;
};

/** A person's membership of a Tribe. The Chief has access without a seat; a visitor's membership is `none`. */
export const membershipOf = async (db: Executor, mint: Mint, person: Person | null): Promise<MembershipState> => {
  if (!person) return "none";
  const creator = await creatorOf(db, mint);
  if (creator !== null && person.address === creator) return "chief";
  const [seat] = await db
    .select({ state: seats.state })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, person.uid)));
  return seat?.state ?? "none";
};

/** A person and a chat. */
export interface Access {
  readonly mint: Mint;
  readonly uid: Uid;
}

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

const channelOfReaderOn = preparedOnce((db) =>
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

/** What the page of a chat begins with, and whether a person may read it; null when there is no such Tribe. */
export const channelOfReader = async (db: Executor, { mint, uid }: Access) => {
  const [found] = await channelOfReaderOn(db).execute({ mint, uid });
  return found ?? null;
};
