import { setTimeout as wait } from "node:timers/promises";
import { type ChatMessage, type MessageId, type Mint, routes, unitsPerToken } from "@tribe/contract";
import { and, asc, eq } from "drizzle-orm";
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
import { leaveTribes, takeSeat } from "../membership/index.ts";
import { channelChanges, channels, seats } from "../membership/schema.ts";
import { serializeByChannel } from "./channel-order.ts";
import { setReaction } from "./reactions.ts";
import { messageReactions, messages, readCursors } from "./schema.ts";
import { Answers, seatBetween } from "./testing/history-answers.ts";
import { HistoryClient, keptMessages, nameOfChange, nameOfMessage } from "./testing/history-client.ts";
import { DatabaseFaults } from "./testing/history-faults.ts";

const isLong = process.env.TRIBE_LONG === "1";
/**
 * Approximate number of all clients' actions: `npm test` always makes the same requests in the same order, the long run
 * random ones.
 */
const events = isLong ? Number(process.env.TRIBE_EVENTS ?? 100_000) : 700;
const seed = Number(process.env.TRIBE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 31) : 20_261_122));

let app: TestApp;
let second: { readonly server: Server; readonly origin: string } | null = null;
let chief: IndexedPerson;
let members: IndexedPerson[];
let mint: Mint;
/** A file that the Chief sent in this chat. */
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
  const messageId = crypto.randomUUID() as string as MessageId; // not a message of the log: only the file is requested
  await app.ctx.db.transaction((tx) => markFilesSent(tx, [{ id: fileId, messageId }]));
  // This tests order, not rate limits.
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

/** A small generator (mulberry32), so that each client's actions follow from the seed. */
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
/** Ignores refusals and lost connections of a client's requests: the checks compare what was stored. */
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
  answers: Answers<IndexedPerson>,
): Promise<void> => {
  const { ctx } = app;
  const { person } = who;
  const isChief = who === chief;
  const target = newest(client, draw, () => true);
  const own = newest(client, draw, ({ author }) => author.uid === person.uid);
  const dice = draw(100);
  const deleteIt = async (messageId: MessageId) =>
    answers.deleted(
      messageId,
      await answers.ask(who, () => who.call(routes.chat.deleteMessage, { body: { mint, messageId } })),
    );
  if (dice < 45) {
    // A client that is offline for long would otherwise return with more sends than a socket accepts.
    if (client.unacknowledged < 20) client.say(`${person.uid} ${round}`, dice < 12 && target ? target.id : null);
  } else if (dice < 70 && target) {
    const emoji = [null, "🔥", "👍"][draw(3)] ?? null;
    const ask = { mint, messageId: target.id, kind: emoji ? ("emoji" as const) : ("like" as const), emoji };
    const isOn = draw(3) > 0;
    // Without the calls' rate limits, because many clients share them.
    const outcome = await answers.ask(who, () =>
      serializeByChannel(mint, () => ctx.db.transaction((tx) => setReaction(tx, person, ask, isOn, Date.now()))),
    );
    answers.reacted(`${target.id} ${emoji ?? ""} ${person.uid}`, isOn, outcome);
  } else if (dice < 76 && own) {
    const text = `edited ${round}`;
    const body = { mint, messageId: own.id, text };
    answers.edited(own.id, text, await answers.ask(who, () => who.call(routes.chat.editMessage, { body })));
  } else if (dice < 79 && own) {
    await deleteIt(own.id);
  } else if (dice < 86) {
    const last = client.messages.at(-1);
    if (last) client.markRead(last.number);
  } else if (dice < 89) {
    client.drop();
  } else if (dice < 90) {
    await answers.askForFile(who, () => fetchMedia(app, who, fileId, "full"));
  } else if (isChief) {
    const { address } = members[draw(members.length)]?.person ?? person;
    if (dice < 92 && target) await deleteIt(target.id);
    else if (dice < 94)
      await tried(who.call(routes.chat.pin, { body: { mint, messageId: draw(3) ? (target?.id ?? null) : null } }));
    else if (dice < 96) await tried(who.call(routes.chat.ban, { body: { mint, address } }));
    else if (dice < 99) await tried(who.call(routes.chat.unban, { body: { mint, address } }));
    else await tried(who.call(routes.chat.manage, { body: { mint, groupSize: 24, preview: draw(2) === 0 } }));
  } else if (dice < 95) {
    // Trades: below the threshold and back.
    await tried(indexHolding(ctx, mint, person.address, draw(3) ? 20n + BigInt(draw(50)) : BigInt(draw(10))));
  } else if (dice < 96) await tried(ctx.db.transaction((tx) => leaveTribes(tx, person.uid)));
  else await tried(ctx.db.transaction((tx) => takeSeat(tx, mint, person)));
};

/** Waits as long as there is progress: there may be much to deliver, a slow machine, and exhausted rate limits. */
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

test(`the history stays consistent under any actions and faults of clients, sockets, nodes and database (seed ${seed})`, {
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
  const database = new DatabaseFaults(app);
  let starts = 0;
  const faults = (async () => {
    const draw = randomOf(seed + 99);
    for (let round = 0; !isOver; round += 1) {
      await wait(300 + draw(500));
      if (round % 3 === 0) await database.cutConnections();
      if (round % 5 === 1) await database.cutListeners();
      if (round % 7 === 2) await database.pause(100 + draw(500));
      // A start fails if its connections are cut meanwhile; the next round tries again.
      if (round % 4 !== 3) continue;
      if (second) await tried(stopSecond());
      else await tried(startSecond().then(() => (starts += 1)));
    }
  })();
  const keepers = clients.map(async (client) => {
    while (!isOver) {
      await tried(client.connect());
      await wait(30);
    }
  });
  const answers = new Answers<IndexedPerson>();
  const each = Math.ceil(events / clients.length);
  // A run without, say, a block would not test blocks: it continues until every kind of change has occurred.
  const wanted = ["edited", "deleted", "reaction", "pinned", "active", "expired", "banned", "none"];
  const hasTriedAll = async (): Promise<boolean> => {
    const { change } = channelChanges;
    const rows = await app.ctx.db.select({ change }).from(channelChanges).where(eq(channelChanges.mint, mint));
    const kinds = new Set<string>(rows.map(({ change }) => (change.kind === "member" ? change.state : change.kind)));
    const wereFaults = Math.min(starts, ...Object.values(database.counts)) > 0;
    return wereFaults && wanted.every((kind) => kinds.has(kind)) && clients.every(({ sockets }) => sockets > 1);
  };
  let isAllTried = false;
  const watch = async (): Promise<void> => {
    while (!isAllTried) {
      await wait(500);
      isAllTried = await hasTriedAll().catch(() => false); // its connection was cut
    }
  };
  await Promise.all([
    watch(),
    ...clients.map(async (client, index) => {
      const draw = randomOf(seed + index);
      for (let round = 0; round < each || !isAllTried; round += 1) {
        await act(client, people[index] ?? chief, draw, round, answers);
        // Lets others run: a person acts, then reads; nobody has more than a few unacknowledged sends.
        await wait(draw(8));
        while (client.unacknowledged > 3 && client.isSubscribed) await wait(5);
      }
    }),
  ]);
  isOver = true;
  await Promise.all([faults, ...keepers]);

  // Now without faults: everybody who may read reads to the end, and every send gets its answer.
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
      // The server limits a socket's frames: subscribing at each check would only delay them.
      if (!isThere && !client.isSubscribed) client.subscribe();
      return { isTrue: isThere, state: `${client.lastSeq} of ${head}, ${client.unacknowledged} not acknowledged` };
    });

  const stored = await app.ctx.db.select().from(messages).where(eq(messages.mint, mint)).orderBy(asc(messages.seq));
  const changes = await app.ctx.db
    .select()
    .from(channelChanges)
    .where(eq(channelChanges.mint, mint))
    .orderBy(asc(channelChanges.seq));
  // Each sequence number occurs once, and the messages' own numbers have no gap.
  const seqs = [...stored, ...changes].map(({ seq }) => seq).sort((a, b) => a - b);
  expect(seqs).toEqual(Array.from({ length: await headSeq() }, (_, index) => index + 1));
  expect(stored.map(({ number }) => number)).toEqual(stored.map((_, index) => index + 1));
  // Every acknowledged message exists exactly once, unchanged except for later edits and deletions.
  const byClientId = new Map(stored.map((row) => [row.clientId, row]));
  expect(byClientId.size).toBe(stored.length);
  const byId = new Map(stored.map((row) => [row.id, row]));
  // On a fast machine more sends are refused: each person may send sixty a minute.
  expect(clients.flatMap(({ acknowledged }) => acknowledged).length).toBeGreaterThan(Math.min(events / 10, 1_000));
  for (const { acknowledged, who } of clients)
    for (const { clientId, id, seq, text, replyTo } of acknowledged) {
      const row = byClientId.get(clientId);
      expect(row).toMatchObject({ id, seq, authorUid: who.person.uid });
      if (!row || row.deletedAt) continue;
      if (!answers.mayBeEdited(id)) expect(row).toMatchObject({ text, editedAt: null });
      // A reply to a deleted message still refers to its place.
      expect(row.parentNumber).toBe(replyTo === null ? null : byId.get(replyTo)?.number);
    }
  // Confirmed edits and deletions are stored, too.
  for (const [id, text] of answers.edits) {
    const row = byId.get(id);
    if (row?.deletedAt === null) expect(row).toMatchObject({ text });
  }
  for (const id of answers.deletions) expect(byId.get(id)?.deletedAt).not.toBeNull();

  // A sequence number that anybody has received is committed.
  const heard: { readonly at: number; readonly seq: number }[] = [];
  for (const one of clients.flatMap(({ received }) => received).sort((a, b) => a.at - b.at))
    if (one.seq > (heard.at(-1)?.seq ?? 0)) heard.push(one);
  const heardBefore = (moment: number) => heard.findLast(({ at }) => at < moment)?.seq ?? 0;
  if (isLong) expect(answers.gated.filter(({ what, isLetIn }) => what === "file" && isLetIn).length).toBeGreaterThan(0);
  const allReactions = await app.ctx.db.select().from(messageReactions).where(eq(messageReactions.mint, mint));
  const givenBy = new Map<string, Set<string>>();
  for (const { number, emoji, uid } of allReactions) {
    const key = `${number} ${emoji}`;
    givenBy.set(key, (givenBy.get(key) ?? new Set()).add(uid));
  }
  // Confirmed additions and removals of reactions are stored.
  for (const [key, isOn] of answers.reactions) {
    const [id = "", emoji = "", uid = ""] = key.split(" ");
    const row = byId.get(id as MessageId); // the key was made of one
    if (row?.deletedAt === null)
      expect([key, givenBy.get(`${row.number} ${emoji}`)?.has(uid) ?? false]).toEqual([key, isOn]);
  }
  // The content of each sequence number, to compare with what clients received.
  const whatStands = new Map([
    ...stored.map((row) => [row.seq, nameOfMessage(row)] as const),
    ...changes.map(({ seq, change }) => [seq, nameOfChange(change)] as const),
  ]);
  for (const client of clients) {
    const { uid } = client.who.person;
    // Every client received the same content in the same order, without a gap.
    expect(client.faults).toEqual([]);
    expect(client.received.filter(({ seq, what }) => whatStands.get(seq) !== what)).toEqual([]);
    // Nothing from the seat's loss on, until it was back.
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
    // No call or file access succeeded without a seat, and none was refused with one.
    const refusedSends = client.refusals.map(({ from, to }) => ({ what: "send", from, to, isLetIn: false }));
    for (const { what, from, to, isLetIn } of [
      ...answers.gated.filter(({ who }) => who === client.who),
      ...refusedSends,
    ]) {
      const states = uid === chief.person.uid ? new Set([true]) : seatBetween(own, heardBefore(from), to);
      if (states && !states.has(isLetIn))
        throw new Error(`${uid} ${isLetIn ? "passed without a seat" : "was refused with a seat"}: a ${what}`);
    }
    let lost = -1;
    for (const { seq, at } of client.received) {
      // Numbers only increase: the check above found no gap and no repetition.
      while ((losses[lost + 1]?.seq ?? Number.POSITIVE_INFINITY) <= seq) lost += 1;
      const loss = losses[lost];
      if (loss && loss.backAt > at) throw new Error(`${uid} got ${seq} after losing the seat at ${loss.seq}`);
    }
    const isIn = (await stateOf(client)) === "active";
    const fresh = new HistoryClient(client.who, mint, origins);
    if (!isIn) {
      await expect(fresh.load()).rejects.toMatchObject({ code: expect.stringMatching(/^(not_a_member|banned)$/) });
      continue;
    }
    // The state that a client built from frames equals a fresh load, which equals the stored rows.
    await fresh.load();
    expect(fresh.messages.map(({ id }) => id)).toEqual(stored.slice(-fresh.messages.length).map(({ id }) => id));
    const compared = Math.min(client.messages.length, fresh.messages.length);
    expect(compared).toBeGreaterThanOrEqual(Math.min(keptMessages, stored.length));
    expect(client.messages.slice(-compared)).toEqual(fresh.messages.slice(-compared));
    expect(client.room).toEqual(fresh.room);
    // Recounts reactions and unread messages.
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
    // No further than this person's device has marked, and no less than it was told.
    expect(number).toBeLessThanOrEqual(client.marked);
    expect(number).toBeGreaterThanOrEqual(client.toldRead);
    const unread = stored.filter((row) => row.number > number && row.authorUid !== uid && row.deletedAt === null);
    const { read } = await client.who.call(routes.chat.room, { query: { mint } });
    expect(read).toEqual({ number, unread: Math.min(1_000, unread.length) });
  }
  // Everybody who joined, holds enough and is not blocked has a seat: there are seats for all.
  const rows = await app.ctx.db.select().from(seats).where(eq(seats.mint, mint));
  for (const { state, holding } of rows)
    if (state !== "banned") expect(state).toBe(holding >= 10n * unitsPerToken ? "active" : "expired");
  for (const client of clients) client.close();
});
