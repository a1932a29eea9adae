import type { Mint, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { people } from "../../identity/schema.ts";
import { tokens } from "../../indexer/schema.ts";
import { seats } from "../../membership/schema.ts";
import type { PresenceChange } from "../events.ts";
import { onlinePeople, onlineSeconds } from "../schema.ts";

const isFresh = sql`online.seen_at > now() - make_interval(secs => ${onlineSeconds})`;

/** Stores who came and went on a node, and publishes the changes. */
export const storeOnline = async (
  tx: Executor,
  node: string,
  came: readonly Uid[],
  went: readonly Uid[],
): Promise<void> => {
  const { rows: arrived } = await tx.execute<{ uid: Uid }>(sql`
    with fresh as (
      select uid from unnest(${sql.param([...came])}::text[]) as uid
      where not exists (select from ${onlinePeople} as online where online.uid = uid.uid and ${isFresh})
    ), stored as (
      insert into ${onlinePeople} (node, uid, seen_at) select ${node}, uid, now() from unnest(${sql.param([...came])}::text[]) as uid
      on conflict (node, uid) do update set seen_at = excluded.seen_at
    ) select uid from fresh`);
  const { rows: left } = await tx.execute<{ uid: Uid }>(sql`
    with gone as (
      delete from ${onlinePeople} where node = ${node} and uid = any(${sql.param([...went])}) returning uid
    ) select uid from gone where not exists (
      select from ${onlinePeople} as online where online.uid = gone.uid and online.node <> ${node} and ${isFresh})`);
  await publishChanges(
    tx,
    arrived.map(({ uid }) => uid),
    left.map(({ uid }) => uid),
  );
};

/** Notes that this node is alive, and removes the rows of nodes that ended without removing theirs. */
export const renewOnline = async (tx: Executor, node: string): Promise<void> => {
  await tx.execute(sql`update ${onlinePeople} set seen_at = now() where node = ${node}`);
  const { rows } = await tx.execute<{ uid: Uid }>(sql`
    with gone as (
      delete from ${onlinePeople} as online where not (${isFresh}) returning uid
    ) select distinct uid from gone where not exists (
      select from ${onlinePeople} as online where online.uid = gone.uid and ${isFresh})`);
  await publishChanges(
    tx,
    [],
    rows.map(({ uid }) => uid),
  );
};

const publishChanges = async (tx: Executor, came: readonly Uid[], went: readonly Uid[]): Promise<void> => {
  const uids = [...came, ...went];
  if (uids.length === 0) return;
  const { rows } = await tx.execute<{ uid: Uid; mint: Mint }>(sql`
    select uid, mint from ${seats} where uid = any(${sql.param(uids)}) and state = 'active'
    union all
    select person.uid, token.mint from ${people} as person join ${tokens} as token on token.creator_address = person.address
    where person.uid = any(${sql.param(uids)})`);
  const mintsOf = new Map<Uid, Mint[]>();
  for (const { uid, mint } of rows) mintsOf.set(uid, [...(mintsOf.get(uid) ?? []), mint]);
  const changes = uids.flatMap((uid, index): PresenceChange[] => {
    const mints = mintsOf.get(uid) ?? [];
    return mints.length > 0 ? [{ uid, isOnline: index < came.length, mints }] : [];
  });
  if (changes.length > 0) await writeEvent(tx, "presence.changed", { changes });
};

/** Removes all of a node's rows. */
export const removeOnline = async (db: Executor, node: string): Promise<void> => {
  await db.execute(sql`delete from ${onlinePeople} where node = ${node}`);
};

/** Who is online among those who may read these chats, by chat. */
export const onlineIn = async (db: Executor, mints: readonly Mint[]): Promise<ReadonlyMap<Mint, readonly Uid[]>> => {
  const { rows } = await db.execute<{ mint: Mint; uids: Uid[] }>(sql`
    select reader.mint, array_agg(distinct online.uid) as uids from ${onlinePeople} as online
    join (
      select mint, uid from ${seats} where mint = any(${sql.param(mints)}) and state = 'active'
      union all
      select token.mint, person.uid from ${tokens} as token join ${people} as person on person.address = token.creator_address
      where token.mint = any(${sql.param(mints)})
    ) as reader on reader.uid = online.uid
    where ${isFresh} group by reader.mint`);
  return new Map(rows.map(({ mint, uids }) => [mint, uids]));
};
