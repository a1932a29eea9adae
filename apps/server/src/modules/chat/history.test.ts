import { setTimeout as wait } from "node:timers/promises";
import { ApiError, type ChatMessage, type MessageId, type Mint, routes, unitsPerToken } from "@tribe/contract";
import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildServer, type Server } from "../../start/build-server.ts";
import { freePort } from "../../testing/free-port.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { markFilesSent } from "../media/index.ts";
import { fetchMedia, uploadFile } from "../media/testing/upload.ts";
import { takeSeat } from "../membership/index.ts";
import { channelChanges, channels, seats } from "../membership/schema.ts";
import { setReaction } from "./reactions.ts";
import { messageReactions, messages, readCursors } from "./schema.ts";
import { type AcknowledgedSend, HistoryClient, keptMessages } from "./testing/history-client.ts";
import { inChannelTurn } from "./turns.ts";

const isLong = process.env.TRIBE_LONG === "1";
/** What all clients together do, roughly: `npm test` sees the same order of requests each time, the long run draws its own. */
const events = isLong ? Number(process.env.TRIBE_EVENTS ?? 100_000) : 1_000;
const seed = Number(process.env.TRIBE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_122));

let app: TestApp;
let second: { readonly server: Server; readonly origin: string } | null = null;
let chief: IndexedPerson;
let members: IndexedPerson[];
let mint: Mint;
/** A file of the Chief's in this chat. */
let fileId: string;
beforeAll(async () => {
  app = await startTestApp({ withWorkers: true });
  chief = await newIndexedPerson(app);
  members = [];
  for (let index = 0; index < 6; index += 1) members.push(await newIndexedPerson(app));
  mint = await newIndexedTribe(app, chief.person.address);
  for (const { person } of members) {
    await indexHolding(app.ctx, mint, person.address, 20n);
    await app.ctx.db.transaction((tx) => takeSeat(tx, mint, person));
  }
  const file = await uploadFile(app, chief, { mint, filename: "plan.txt" }, Buffer.from("Meet at the hill."));
  if (typeof file === "string") throw new Error(file);
  fileId = file.id;
  const messageId = crypto.randomUUID() as string as MessageId; // no message of the log: the file alone is asked for
  await app.ctx.db.transaction((tx) => markFilesSent(tx, [{ id: fileId, messageId }]));
  // What is tried here is order, not rates.
  for (const [table, column] of [
    ["message_allowances", "tokens := 5"],
    ["channels", "send_tokens := 1000"],
  ] as const) {
    await app.ctx.pool.query(
      `create function full_${table}() returns trigger language plpgsql as $$ begin new.${column}; return new; end $$`,
    );
    await app.ctx.pool.query(
      `create trigger full_${table} before update on ${table} for each row execute function full_${table}()`,
    );
  }
});
afterAll(async () => {
  await second?.server.stop({ isUrgent: true });
  await app.stop();
});

/** A small generator of our own (mulberry32), so that each client's wishes are those of the seed. */
const randomOf = (from: number) => {
  let state = from >>> 0;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const startSecond = async () => {
  const { config, log, databaseUrl, keys, chain, mail, push, files, now } = app.ctx;
  const server = await buildServer({ config, log, databaseUrl, keys, chain, mail, push, files, now, webFolder: null });
  try {
    await server.startWorkers();
    const port = await freePort();
    await server.app.listen({ port, host: "127.0.0.1" });
    second = { server, origin: `http://127.0.0.1:${port}` };
  } catch (error) {
    await server.stop({ isUrgent: true });
    throw error;
  }
};
const stopSecond = async () => {
  const old = second;
  second = null;
  await old?.server.stop({ isUrgent: true });
};
/** Cuts connections of the database in the middle of what they do; the job queue's own are its library's matter. */
const cutDatabase = () =>
  app.ctx.pool
    .query(
      `select pg_terminate_backend(pid) from (
         select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query not ilike 'listen%'
           and query not ilike '%graphile_worker%' limit 2
       ) as busy`,
    )
    .catch(() => undefined);

/** Cuts who waits for word of new events: what is told meanwhile is lost, as on a bus that loses messages. */
const cutListeners = () =>
  app.ctx.pool
    .query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen tribe%'",
    )
    .catch(() => undefined);
/** Nobody reads or writes a message for a moment, as with a database that pauses. */
const pauseDatabase = (ms: number) =>
  app.ctx.db
    .transaction(async (tx) => {
      await tx.execute(sql`lock table ${messages} in access exclusive mode`);
      await wait(ms);
    })
    .catch(() => undefined); // it was cut itself

/** A file was asked for, and what the answer was. */
interface Fetched {
  readonly who: IndexedPerson;
  readonly from: number;
  readonly to: number;
  readonly status: number;
}

/** What a person asked for and was refused, or lost to a cut connection: the checks look at what was stored. */
const tried = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    () => undefined,
  );

const newest = (client: HistoryClient, draw: (below: number) => number, fits: (message: ChatMessage) => boolean) => {
  const some = client.messages.filter((message) => message.deletedAt === null && fits(message)).slice(-30);
  return some[draw(Math.max(1, some.length))];
};

const act = async (
  client: HistoryClient,
  who: IndexedPerson,
  draw: (below: number) => number,
  round: number,
  fetched: Fetched[],
): Promise<void> => {
  const { ctx } = app;
  const isChief = who === chief;
  const target = newest(client, draw, () => true);
  const own = newest(client, draw, ({ author }) => author.uid === who.person.uid);
  const dice = draw(100);
  if (dice < 45) {
    // Whoever is out for long would come back with more than a socket takes.
    if (client.unacknowledged < 20) client.say(`${who.person.uid} ${round}`, dice < 12 && target ? target.id : null);
  } else if (dice < 70 && target) {
    const emoji = [null, "🔥", "👍"][draw(3)] ?? null;
    const ask = { mint, messageId: target.id, kind: emoji ? ("emoji" as const) : ("like" as const), emoji };
    const isOn = draw(3) > 0;
    await tried(
      inChannelTurn(mint, () => ctx.db.transaction((tx) => setReaction(tx, who.person, ask, isOn, Date.now()))),
    );
  } else if (dice < 76 && own) {
    await tried(who.call(routes.chat.editMessage, { body: { mint, messageId: own.id, text: `edited ${round}` } }));
  } else if (dice < 79 && own) {
    await tried(who.call(routes.chat.deleteMessage, { body: { mint, messageId: own.id } }));
  } else if (dice < 86) {
    const last = client.messages.at(-1);
    if (last) client.markRead(last.number);
  } else if (dice < 89) {
    client.drop();
  } else if (dice < 90) {
    const from = Date.now();
    // Like any call it may lose its connection: then there is no answer to look at.
    await tried(
      fetchMedia(app, who, fileId, "full").then(({ status }) => fetched.push({ who, from, to: Date.now(), status })),
    );
  } else if (isChief) {
    const { address } = members[draw(members.length)]?.person ?? who.person;
    if (dice < 92 && target) await tried(who.call(routes.chat.deleteMessage, { body: { mint, messageId: target.id } }));
    else if (dice < 94)
      await tried(who.call(routes.chat.pin, { body: { mint, messageId: draw(3) ? (target?.id ?? null) : null } }));
    else if (dice < 96) await tried(who.call(routes.chat.ban, { body: { mint, address } }));
    else if (dice < 99) await tried(who.call(routes.chat.unban, { body: { mint, address } }));
    else await tried(who.call(routes.chat.manage, { body: { mint, groupSize: 24, preview: draw(2) === 0 } }));
  } else if (dice < 95) {
    // Trades: below the threshold and back.
    await tried(indexHolding(ctx, mint, who.person.address, draw(3) ? 20n + BigInt(draw(50)) : BigInt(draw(10))));
  } else await tried(ctx.db.transaction((tx) => takeSeat(tx, mint, who.person)));
};

/** Waits as long as it comes nearer: what is to be told may be much, the machine slow, and a minute's calls used up. */
const eventually = async (what: string, look: () => Promise<{ readonly isTrue: boolean; readonly state: string }>) => {
  let before = "";
  let since = Date.now();
  for (;;) {
    const { isTrue, state } = await look();
    if (isTrue) return;
    if (state !== before) {
      before = state;
      since = Date.now();
    } else if (Date.now() - since > 90_000) throw new Error(`${what}: no nearer for 90 s than ${state}`);
    await wait(100);
  }
};

test(`whatever clients, sockets, nodes and database do (seed ${seed}), the history holds`, {
  timeout: isLong ? 10_800_000 : 300_000,
}, async () => {
  await startSecond();
  const origins = () => [app.origin, ...(second ? [second.origin] : [])];
  const people = [chief, ...members];
  const clients = people.map((who) => new HistoryClient(who, mint, origins));
  for (const client of clients) {
    await client.load();
    await client.connect();
  }
  let isOver = false;
  const faults = (async () => {
    const draw = randomOf(seed + 99);
    for (let round = 0; !isOver; round += 1) {
      await wait(300 + draw(500));
      if (round % 3 === 0) await cutDatabase();
      if (round % 5 === 1) await cutListeners();
      if (round % 7 === 2) await pauseDatabase(100 + draw(500));
      // One whose connections are cut while it starts does not come up; the next round tries again.
      if (round % 4 === 3) await tried(second ? stopSecond() : startSecond());
    }
  })();
  const keepers = clients.map(async (client) => {
    while (!isOver) {
      await tried(client.connect());
      await wait(30);
    }
  });
  const fetched: Fetched[] = [];
  const each = Math.ceil(events / clients.length);
  await Promise.all(
    clients.map(async (client, index) => {
      const draw = randomOf(seed + index);
      for (let round = 0; round < each; round += 1) {
        await act(client, people[index] ?? chief, draw, round, fetched);
        // Others' turn: a person acts, then reads; nobody has more than a few sends under way.
        await wait(draw(8));
        while (client.unacknowledged > 3 && client.isSubscribed) await wait(5);
      }
    }),
  );
  isOver = true;
  await Promise.all([faults, ...keepers]);

  // Quiet again: everybody who may reads to the end, and what was sent has its answer.
  const headSeq = async () =>
    (await app.ctx.db.select().from(channels).where(eq(channels.mint, mint)))[0]?.headSeq ?? 0;
  const stateOf = async (client: HistoryClient) =>
    client.who.person.uid === chief.person.uid
      ? "active"
      : (
          await app.ctx.db
            .select()
            .from(seats)
            .where(and(eq(seats.mint, mint), eq(seats.uid, client.who.person.uid)))
        )[0]?.state;
  for (const client of clients)
    await eventually(`${client.who.person.uid} catches up`, async () => {
      await tried(client.connect());
      const [state, head] = [await stateOf(client), await headSeq()];
      const isThere = state !== "active" || (client.unacknowledged === 0 && client.lastSeq === head);
      // The server reads a socket's frames at their rate: asking at each look would only put them behind each other.
      if (!isThere && !client.isSubscribed) client.subscribe();
      return { isTrue: isThere, state: `${client.lastSeq} of ${head}, ${client.unacknowledged} not acknowledged` };
    });

  const stored = await app.ctx.db.select().from(messages).where(eq(messages.mint, mint)).orderBy(asc(messages.seq));
  const changes = await app.ctx.db
    .select()
    .from(channelChanges)
    .where(eq(channelChanges.mint, mint))
    .orderBy(asc(channelChanges.seq));
  // Each number of the sequence once, each message's own number without a gap.
  const seqs = [...stored, ...changes].map(({ seq }) => seq).sort((a, b) => a - b);
  expect(seqs).toEqual(Array.from({ length: await headSeq() }, (_, index) => index + 1));
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1));
  // Every acknowledged message exactly once, as it was acknowledged.
  const byClientId = new Map(stored.map((row) => [row.clientId, row]));
  expect(byClientId.size).toBe(stored.length);
  const acknowledged = clients.flatMap((client) => client.acknowledged);
  expect(acknowledged.length).toBeGreaterThan(events / 10);
  const isStored = ({ clientId, id, seq }: AcknowledgedSend) => {
    const row = byClientId.get(clientId);
    return row?.id === id && row.seq === seq;
  };
  expect(acknowledged.filter((send) => !isStored(send))).toEqual([]);

  // A number that anybody has heard of is committed.
  const heard: { readonly at: number; readonly seq: number }[] = [];
  for (const one of clients.flatMap(({ received }) => received).sort((a, b) => a.at - b.at))
    if (one.seq > (heard.at(-1)?.seq ?? 0)) heard.push(one);
  if (isLong) expect(fetched.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  const allReactions = await app.ctx.db.select().from(messageReactions).where(eq(messageReactions.mint, mint));
  const givenBy = new Map<string, Set<string>>();
  for (const { number, emoji, uid } of allReactions) {
    const key = `${number} ${emoji}`;
    givenBy.set(key, (givenBy.get(key) ?? new Set()).add(uid));
  }
  for (const client of clients) {
    const { uid } = client.who.person;
    // The same order for all, without a gap.
    expect(client.faults).toEqual([]);
    // Nothing at or after the number at which the seat was lost, until it was back.
    const own = changes.flatMap(({ seq, change, changedAt }) =>
      change.kind === "member" && change.uid === uid
        ? [{ seq, isIn: change.state === "active", at: changedAt.getTime() }]
        : [],
    );
    const losses = own.flatMap(({ seq, isIn }, index) => {
      if (isIn) return [];
      const backs = own.slice(index + 1).flatMap((one) => (one.isIn ? [one.at] : []));
      return [{ seq, backAt: Math.min(...backs) }];
    });
    for (const { from, to, status } of fetched.filter(({ who }) => who === client.who)) {
      const committed = heard.findLast(({ at }) => at < from)?.seq ?? 0;
      const known = own.findLast(({ seq }) => seq <= committed);
      const states = own.flatMap(({ seq, isIn, at }) =>
        seq === known?.seq || (seq > (known?.seq ?? 0) && at <= to) ? [isIn] : [],
      );
      if (known && status === 200 && !states.includes(true)) throw new Error(`${uid} got a file after losing the seat`);
      if (known && status === 403 && !states.includes(false))
        throw new Error(`${uid} was refused a file of their Tribe`);
    }
    let lost = -1;
    for (const { seq, at } of client.received) {
      // Numbers only grow: no gap and no repetition was found above.
      while ((losses[lost + 1]?.seq ?? Number.POSITIVE_INFINITY) <= seq) lost += 1;
      const loss = losses[lost];
      if (loss && loss.backAt > at) throw new Error(`${uid} got ${seq} after losing the seat at ${loss.seq}`);
    }
    const isIn = (await stateOf(client)) === "active";
    const fresh = new HistoryClient(client.who, mint, origins);
    if (!isIn) {
      await expect(fresh.load()).rejects.toBeInstanceOf(ApiError);
      continue;
    }
    // What was applied, frame by frame, is what a fresh load has.
    await fresh.load();
    const compared = Math.min(client.messages.length, fresh.messages.length);
    expect(compared).toBeGreaterThanOrEqual(Math.min(keptMessages, stored.length));
    expect(client.messages.slice(-compared)).toEqual(fresh.messages.slice(-compared));
    expect(client.room).toEqual(fresh.room);
    // Recounts: reactions and unread messages.
    const counted = fresh.messages.flatMap(({ number, reactions }) =>
      reactions.map(({ emoji, count, mine }) => ({ key: `${number} ${emoji ?? ""}`, count, mine })),
    );
    const recounted = counted.map(({ key }) => {
      const given = givenBy.get(key) ?? new Set();
      return { key, count: given.size, mine: given.has(uid) };
    });
    expect(counted).toEqual(recounted);
    const [cursor] = await app.ctx.db
      .select()
      .from(readCursors)
      .where(and(eq(readCursors.mint, mint), eq(readCursors.uid, uid)));
    const number = cursor?.number ?? 0;
    const unread = stored.filter((row) => row.number > number && row.authorUid !== uid && row.deletedAt === null);
    const { read } = await client.who.call(routes.chat.room, { query: { mint } });
    expect(read).toEqual({ number, unread: Math.min(1_000, unread.length) });
  }
  // Nobody who joined, holds enough and is not blocked stays out: there are seats for all.
  const rows = await app.ctx.db.select().from(seats).where(eq(seats.mint, mint));
  for (const { state, holding } of rows)
    if (state !== "banned") expect(state).toBe(holding >= 10n * unitsPerToken ? "active" : "expired");
  for (const client of clients) client.close();
});
