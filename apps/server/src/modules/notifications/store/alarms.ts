import { lamports, type Mint, minEntryThresholdUnits, type SeatAlarm, tokenUnits, type Uid } from "@tribe/contract";
import type { ArmedAlarms } from "@tribe/domain/notifications";
import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { channels, seats } from "../../membership/schema.ts";
import { onlineSeconds, visibleRoutes } from "../../realtime/schema.ts";
import type { AlarmChange, AlarmedPerson } from "../rules/alarm-drafts.ts";
import { notificationSettings, type SeatAlarmRow, seatAlarms } from "../schema.ts";
import { hasPush, type ReceiverRow, receiverOf } from "./receivers.ts";

type FactsRow = ReceiverRow & {
  readonly mint: Mint;
  readonly price: string;
  readonly holding: string | null;
  readonly join_order: string | null;
  readonly waiting_holding: string | null;
  readonly waiting_order: string | null;
  readonly is_visible: boolean;
};

/** Of a Tribe with `mint`: the first who has no seat although they joined and hold enough for one. */
const firstWaiting = sql`
  select one.holding, one.join_order from ${seats} as one
  where one.mint = channel.mint and one.state <> 'banned' and one.holding >= ${String(minEntryThresholdUnits)}::numeric
  order by one.holding desc nulls first, one.join_order offset channel.group_size limit 1`;

/**
 * What the alarms of people in Tribes depend on, for `owners` with mint and uid. Who waits is read once for each Tribe, and not for
 * each of its alarms.
 */
const factsOf = (owners: SQL): SQL => sql`
  with owner (mint, uid) as materialized (select * from ${owners} as one (mint, uid)),
  waiting as materialized (
    select channel.mint, found.* from ${channels} as channel cross join lateral (${firstWaiting}) as found
    where channel.mint in (select mint from owner)
  )
  select owner.mint, owner.uid, token.price::text as price, seat.holding::text as holding, seat.join_order::text as join_order,
    waiting.holding::text as waiting_holding, waiting.join_order::text as waiting_order,
    settings.chosen, ${hasPush(sql`owner.uid`)} as has_push,
    exists (
      select from ${visibleRoutes} as page where page.uid = owner.uid
        and page.routes ?| array['/chat/' || owner.mint, '/token/' || owner.mint]
        and page.seen_at > now() - make_interval(secs => ${onlineSeconds})
    ) as is_visible
  from owner
  join ${tokens} as token on token.mint = owner.mint
  join ${people} as person on person.uid = owner.uid and person.deleted_at is null
  left join ${seats} as seat on seat.mint = owner.mint and seat.uid = owner.uid and seat.state = 'active'
  left join waiting on waiting.mint = owner.mint
  left join ${notificationSettings} as settings on settings.uid = owner.uid`;

const placeOf = (holding: string | null, order: string | null) =>
  holding === null || order === null ? null : { holding: tokenUnits(BigInt(holding)), joinOrder: Number(order) };

const toFacts = (row: FactsRow): Omit<AlarmedPerson, "row"> => ({
  receiver: receiverOf(row),
  seat: placeOf(row.holding, row.join_order),
  waiting: placeOf(row.waiting_holding, row.waiting_order),
  price: lamports(BigInt(row.price)),
  isVisible: row.is_visible,
});

/**
 * The alarms of these Tribes, locked until the transaction ends, with what they depend on. One look at the table's key where there
 * are none, as of most Tribes.
 */
export const lockAlarms = async (tx: Executor, mints: readonly Mint[]): Promise<AlarmedPerson[]> => {
  const rows = await tx
    .select()
    .from(seatAlarms)
    .where(sql`${seatAlarms.mint} = any(${sql.param([...mints])})`)
    .orderBy(asc(seatAlarms.mint), asc(seatAlarms.uid))
    .for("update");
  if (rows.length === 0) return [];
  const facts = await tx.execute<FactsRow>(
    factsOf(
      sql`unnest(${sql.param(rows.map(({ mint }) => mint))}::text[], ${sql.param(rows.map(({ uid }) => uid))}::text[])`,
    ),
  );
  const known = new Map(facts.rows.map((row) => [`${row.mint} ${row.uid}`, toFacts(row)]));
  return rows.flatMap((row) => {
    const of = known.get(`${row.mint} ${row.uid}`);
    return of ? [{ row, ...of }] : [];
  });
};

/** Stores which alarms ring next time, and when one rang. The caller has locked them. */
export const storeAlarms = async (tx: Executor, changes: readonly AlarmChange[]): Promise<void> => {
  if (changes.length === 0) return;
  const rows = changes.map(({ row: { mint, uid }, armed, rangAt }) => ({ mint, uid, ...armed, rang_at: rangAt }));
  await tx.execute(sql`
    update ${seatAlarms} as alarm set is_spare_armed = changed.spare, is_above_armed = changed.above,
      is_below_armed = changed.below, rang_at = changed.rang_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as changed (mint text, uid text, spare boolean, above boolean, below boolean, rang_at timestamptz)
    where alarm.mint = changed.mint and alarm.uid = changed.uid`);
};

/** What a person's alarm in a Tribe would depend on; null where there is no such Tribe. */
export const factsForAlarm = async (tx: Executor, mint: Mint, uid: Uid): Promise<Omit<AlarmedPerson, "row"> | null> => {
  const { rows } = await tx.execute<FactsRow>(
    factsOf(sql`unnest(${sql.param([mint])}::text[], ${sql.param([uid])}::text[])`),
  );
  const [row] = rows;
  return row ? toFacts(row) : null;
};

/** A person's alarms. */
export const alarmsOf = (db: Executor, uid: Uid): Promise<SeatAlarmRow[]> =>
  db.select().from(seatAlarms).where(eq(seatAlarms.uid, uid)).orderBy(asc(seatAlarms.mint));

/** How many Tribes a person has alarms in. */
export const alarmCountOf = async (db: Executor, uid: Uid): Promise<number> => {
  const [row] = await db.select({ all: count() }).from(seatAlarms).where(eq(seatAlarms.uid, uid));
  return row?.all ?? 0;
};

/** Sets a person's alarm in a Tribe; when it rang last stays. */
export const setAlarm = async (
  tx: Executor,
  who: { readonly mint: Mint; readonly uid: Uid },
  alarm: SeatAlarm,
  { spare, above, below }: ArmedAlarms,
  now: Date,
): Promise<void> => {
  const set = { ...alarm, isSpareArmed: spare, isAboveArmed: above, isBelowArmed: below, changedAt: now };
  await tx
    .insert(seatAlarms)
    .values({ ...who, ...set })
    .onConflictDoUpdate({ target: [seatAlarms.mint, seatAlarms.uid], set });
};

/** Whether a person has an alarm in a Tribe. */
export const hasAlarm = async (db: Executor, mint: Mint, uid: Uid): Promise<boolean> =>
  (
    await db
      .select({ mint: seatAlarms.mint })
      .from(seatAlarms)
      .where(and(eq(seatAlarms.mint, mint), eq(seatAlarms.uid, uid)))
  ).length > 0;

/** Turns a person's alarm in a Tribe off. */
export const removeAlarm = async (tx: Executor, mint: Mint, uid: Uid): Promise<void> => {
  await tx.delete(seatAlarms).where(and(eq(seatAlarms.mint, mint), eq(seatAlarms.uid, uid)));
};
