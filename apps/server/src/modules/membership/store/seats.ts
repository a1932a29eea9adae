import { type Address, type MembershipState, type Mint, type TokenUnits, tokenUnits, type Uid } from "@tribe/contract";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { insertMany } from "../../../db/insert-many.ts";
import { people } from "../../identity/schema.ts";
import { holdings, tokenAccounts } from "../../indexer/schema.ts";
import { seatDecisions, seats } from "../schema.ts";
import type { StoredSeatLoss } from "../seat-loss.ts";

/** Somebody who ever joined a Tribe. */
export type SeatRow = typeof seats.$inferSelect;

/** Somebody's row in a Tribe; null for who never joined. */
export const findSeat = async (tx: Executor, mint: Mint, uid: Uid): Promise<SeatRow | null> => {
  const [seat] = await tx
    .select()
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
  return seat ?? null;
};

/** A person's rows, those aside where a Chief has blocked them. */
export const unblockedSeatsOf = (tx: Executor, uid: Uid): Promise<SeatRow[]> =>
  tx
    .select()
    .from(seats)
    .where(and(eq(seats.uid, uid), ne(seats.state, "banned")))
    .orderBy(seats.mint);

/** Adds somebody who joins or is blocked. */
export const addSeat = async (tx: Executor, seat: typeof seats.$inferInsert): Promise<void> => {
  await tx.insert(seats).values(seat);
};

/** Removes somebody's row. */
export const removeSeat = async (tx: Executor, mint: Mint, uid: Uid): Promise<void> => {
  await tx.delete(seats).where(and(eq(seats.mint, mint), eq(seats.uid, uid)));
};

/** A wallet's balance in the index; the caller keeps it from changing. */
export const holdingOf = async (tx: Executor, mint: Mint, owner: Address): Promise<TokenUnits> => {
  const { amount } = holdings;
  const [row] = await tx
    .select({ amount })
    .from(holdings)
    .where(and(eq(holdings.mint, mint), eq(holdings.owner, owner)));
  return row?.amount ?? tokenUnits(0n);
};

/** The people of wallets. */
export const peopleAt = (tx: Executor, addresses: readonly Address[]) =>
  tx
    .select({ uid: people.uid, address: people.address })
    .from(people)
    .where(inArray(people.address, [...addresses]));

/** A row whose holding was copied from the index. */
export interface JudgedRow extends Record<string, unknown> {
  readonly mint: Mint;
  readonly uid: Uid;
  readonly state: (typeof seats.$inferSelect)["state"];
  /** The holding until now. */
  readonly before: string;
}

/**
 * Copies the holdings of these owners into the rows of those among them who joined: one statement, because it runs with every
 * trade (`npm run bench`, `trading`).
 */
export const copyHoldings = async (
  tx: Executor,
  owners: readonly { readonly mint: Mint; readonly owner: Address }[],
): Promise<JudgedRow[]> => {
  // Who has moved to a new wallet keeps the seat by the former wallet's balance until the new one holds as much: the tokens move
  // in one transaction, so that nobody loses a seat by moving.
  const { rows } = await tx.execute<JudgedRow>(sql`
    update ${seats} set holding = judged.holding, address = judged.owner
    from (
      select distinct on (seat.mint, seat.uid) seat.mint, seat.uid, changed.owner, coalesce(held.amount, 0) as holding,
        seat.holding as before
      from json_to_recordset(${JSON.stringify(owners)}::json) as changed (mint text, owner text)
      left join ${people} as person on person.address = changed.owner
      -- Each by an index of its own: one condition for both would read the seats of all Tribes.
      join lateral (
        select one.mint, one.uid, one.address, one.holding from ${seats} as one
        where one.mint = changed.mint and one.address = changed.owner
        union all
        select one.mint, one.uid, one.address, one.holding from ${seats} as one
        where one.mint = changed.mint and one.uid = person.uid
      ) as seat on true
      left join ${holdings} as held on held.mint = changed.mint and held.owner = changed.owner
      left join ${holdings} as other on other.mint = seat.mint and other.owner = seat.address
      where seat.address = changed.owner or coalesce(held.amount, 0) >= coalesce(other.amount, 0)
      order by seat.mint, seat.uid, (seat.uid is not distinct from person.uid) desc
    ) as judged
    where seats.mint = judged.mint and seats.uid = judged.uid
    returning seats.mint, seats.uid, seats.state, judged.before::text as before`);
  return rows;
};

/** Stores the states of people's seats in a Tribe; of those with `none` nothing is stored. */
export const storeStates = async (
  tx: Executor,
  mint: Mint,
  states: readonly { readonly uid: Uid; readonly state: MembershipState; readonly loss: StoredSeatLoss | null }[],
): Promise<void> => {
  await tx.execute(sql`
    update ${seats} set state = decided.state, loss = decided.loss, reason = null, changed_at = now()
    from json_to_recordset(${JSON.stringify(states)}::json) as decided (uid text, state text, loss jsonb)
    where seats.mint = ${mint} and seats.uid = decided.uid and decided.state <> 'none'`);
};

/** The slot of each wallet's newest observed balance of a token; absent for wallets without one. */
export const newestSlots = async (
  tx: Executor,
  mint: Mint,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, number>> => {
  const { rows } = await tx.execute<{ owner: Address; slot: string }>(sql`
    select owner, max(version) / 2 as slot from ${tokenAccounts}
    where mint = ${mint} and owner = any(${sql.param([...addresses])}) group by owner`);
  return new Map(rows.map(({ owner, slot }) => [owner, Number(slot)]));
};

/** Stores the facts behind decisions about seats. */
export const storeDecisions = async (
  tx: Executor,
  decisions: readonly (typeof seatDecisions.$inferInsert)[],
): Promise<void> => {
  await insertMany(tx, seatDecisions, decisions);
};
