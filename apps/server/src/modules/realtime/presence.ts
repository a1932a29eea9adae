import { randomUUID } from "node:crypto";
import type { Mint, Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { people } from "../identity/schema.ts";
import { tokens } from "../indexer/schema.ts";
import { seats } from "../membership/schema.ts";
import { onlinePeople, onlineSeconds } from "./schema.ts";

/** Somebody came online or went offline, with the chats whose readers see it. */
export interface PresenceChange {
  readonly uid: Uid;
  readonly isOnline: boolean;
  readonly mints: readonly Mint[];
}

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    "presence.changed": { readonly changes: readonly PresenceChange[] };
  }
}

/** How long changes are collected, so that a crowd that reconnects is one statement. */
const batchWindowMs = 500;
/** A page that reloads does not count as offline. */
const graceMs = 5_000;
const beatMs = 30_000;

/** The people who are online through this process's connections. */
export interface Presence {
  /** A socket of this person opened. */
  opened(uid: Uid): void;
  /** The last socket of this person here has closed. */
  closed(uid: Uid): void;
  stop(): Promise<void>;
}

const isFresh = sql`online.seen_at > now() - make_interval(secs => ${onlineSeconds})`;

/** Keeps the table of who is online in step with this process's sockets, and publishes who came and went. */
export const startPresence = (ctx: Pick<AppContext, "db" | "log">): Presence => {
  const node = randomUUID();
  const here = new Set<Uid>();
  const came = new Set<Uid>();
  const leaving = new Map<Uid, NodeJS.Timeout>();
  const went = new Set<Uid>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const flush = (): void => {
    timer = undefined;
    const [arrived, left] = [[...came], [...went]];
    came.clear();
    went.clear();
    running = running
      .then(() => ctx.db.transaction((tx) => record(tx, node, arrived, left)))
      .catch((err: unknown) => ctx.log.warn({ err }, "who is online could not be written down"));
  };
  const gather = (): void => {
    timer ??= setTimeout(flush, batchWindowMs);
  };
  const beat = setInterval(() => {
    running = running
      .then(() => ctx.db.transaction((tx) => keep(tx, node)))
      .catch((err: unknown) => ctx.log.warn({ err }, "who is online could not be kept"));
  }, beatMs);
  beat.unref();
  return {
    opened: (uid) => {
      clearTimeout(leaving.get(uid));
      leaving.delete(uid);
      if (here.has(uid)) return;
      here.add(uid);
      // Came back within the same interval: was never offline.
      if (!went.delete(uid)) came.add(uid);
      gather();
    },
    closed: (uid) => {
      clearTimeout(leaving.get(uid));
      const leave = setTimeout(() => {
        leaving.delete(uid);
        here.delete(uid);
        if (!came.delete(uid)) went.add(uid);
        gather();
      }, graceMs);
      leave.unref();
      leaving.set(uid, leave);
    },
    stop: async () => {
      clearTimeout(timer);
      clearInterval(beat);
      for (const leave of leaving.values()) clearTimeout(leave);
      await running;
      // Nothing is published: people reconnect to another node within a moment, or their rows expire after a minute and a half.
      await ctx.db.execute(sql`delete from ${onlinePeople} where node = ${node}`);
    },
  };
};

const record = async (tx: Executor, node: string, came: readonly Uid[], went: readonly Uid[]): Promise<void> => {
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
  await tell(
    tx,
    arrived.map(({ uid }) => uid),
    left.map(({ uid }) => uid),
  );
};

/** Notes that this node is alive, and removes the rows of nodes that ended without removing theirs. */
const keep = async (tx: Executor, node: string): Promise<void> => {
  await tx.execute(sql`update ${onlinePeople} set seen_at = now() where node = ${node}`);
  const { rows } = await tx.execute<{ uid: Uid }>(sql`
    with gone as (
      delete from ${onlinePeople} as online where not (${isFresh}) returning uid
    ) select distinct uid from gone where not exists (
      select from ${onlinePeople} as online where online.uid = gone.uid and ${isFresh})`);
  await tell(
    tx,
    [],
    rows.map(({ uid }) => uid),
  );
};

const tell = async (tx: Executor, came: readonly Uid[], went: readonly Uid[]): Promise<void> => {
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
