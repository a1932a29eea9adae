import { airdropState, type Mint, type Notice, routes, tokenUnits } from "@tribe/contract";
import { walletNoticeTexts } from "@tribe/domain/words";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { startJobRunner } from "../../engines/jobs/graphile.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { blocks } from "../account/schema.ts";
import { airdropEntries, airdropTasks } from "../airdrop/schema.ts";
import { appendMessages, markRead } from "../chat/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../membership/index.ts";
import { fanOutJob } from "./planning/fan-out-job.ts";
import { noticePlanner, planBatch } from "./planning/planner.ts";

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let mint: Mint;
let runner: Awaited<ReturnType<typeof startJobRunner>>;
beforeAll(async () => {
  app = await startTestApp();
  // Creates its cursor; from then on each test runs the planner itself.
  await (await noticePlanner.start(app.ctx)).stop();
  runner = await startJobRunner(app.ctx, [fanOutJob]);
  [chief, member] = [await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  await seat(member);
});
afterAll(async () => {
  await runner.stop();
  await app.stop();
});

const seat = async (who: IndexedPerson, into: Mint = mint, tokens = 20n) => {
  await indexHolding(app.ctx, into, who.person.address, tokens);
  await app.ctx.db.transaction((tx) => takeSeat(tx, into, who.person));
};
const say = async (
  who: IndexedPerson,
  text: string,
  more: Partial<Parameters<typeof appendMessages>[1][number]> = {},
) => {
  const [sent] = await appendMessages(app.ctx, [
    { mint, uid: who.person.uid, sessionId: null, clientId: crypto.randomUUID(), text, ...more },
  ]);
  if (!sent || sent instanceof Error) throw sent ?? new Error("not sent");
  return sent;
};
const plan = async () => {
  while ((await planBatch(app.ctx)) > 0);
};
const listOf = async (who: IndexedPerson) => {
  await plan();
  return who.call(routes.notifications.list, { query: { limit: 30 } });
};
const ofType = async <Type extends Notice["type"]>(who: IndexedPerson, type: Type) =>
  (await listOf(who)).notices.filter((notice): notice is Extract<Notice, { type: Type }> => notice.type === type);
const clear = async () => {
  await plan();
  await app.ctx.db.execute(sql`delete from notices`);
  await app.ctx.db.execute(sql`delete from notification_settings`);
  await app.ctx.db.execute(sql`delete from visible_routes`);
  await app.ctx.db.execute(sql`delete from message_allowances`);
};

test("messages of a Tribe are one line with their count, for all readers except their author", async () => {
  await clear();
  await say(chief, "one");
  await say(chief, "two");
  expect(await ofType(member, "chat_new_message")).toMatchObject([
    { mint, tribe: "Tribe", count: 2, excerpt: "two", isRead: false, route: `/chat/${mint}` },
  ]);
  await say(chief, "three");
  expect(await ofType(member, "chat_new_message")).toMatchObject([{ count: 3, excerpt: "three" }]);
  // A mail program makes a link of it by itself.
  await say(chief, "see www.аррӏе.com");
  expect(await ofType(member, "chat_new_message")).toMatchObject([{ excerpt: "see www.xn--80ak6aa92e.com" }]);
  await say(chief, "**It was** ||the cat||, `see www.аррӏе.com`");
  expect(await ofType(member, "chat_new_message")).toMatchObject([
    { excerpt: "It was (spoiler), see www.xn--80ak6aa92e.com" },
  ]);

  expect((await listOf(chief)).notices).toEqual([]);
  expect(await member.call(routes.notifications.unread, {})).toEqual({ unread: 1 });
});

test("messages read in the chat are read in the list, and later ones start a new count", async () => {
  await clear();
  await say(chief, "one");
  const { rows } = await app.ctx.db.execute<{ head: number }>(
    sql`select head_number::int as head from channels where mint = ${mint}`,
  );
  await markRead(app.ctx.db, member.person.uid, mint, rows[0]?.head ?? 0);
  expect(await ofType(member, "chat_new_message")).toMatchObject([{ isRead: true }]);
  await say(chief, "two");
  expect(await ofType(member, "chat_new_message")).toMatchObject([{ isRead: false, count: 1, excerpt: "two" }]);
});

test("a reply, a mention and a reaction notify the right person, with current names and texts", async () => {
  await clear();
  const own = await say(member, "my words");
  await say(chief, "an answer", { replyTo: own.id });
  const text = "@you look";
  await say(chief, text, { mentions: [{ uid: member.person.uid, start: 0, length: 4 }] });
  await chief.call(routes.chat.react, { body: { mint, messageId: own.id, kind: "emoji", emoji: "🔥" } });
  expect(await ofType(member, "chat_reply")).toMatchObject([
    { excerpt: text, isMention: true },
    { excerpt: "an answer", isMention: false, actor: { uid: chief.person.uid } },
  ]);
  expect(await ofType(member, "chat_reaction")).toMatchObject([{ excerpt: "my words", emoji: "🔥", count: 1 }]);
  await chief.call(routes.chat.unreact, { body: { mint, messageId: own.id, kind: "emoji", emoji: "🔥" } });
  expect(await ofType(member, "chat_reaction")).toEqual([]);
});

test("a blocker gets no notifications about the blocked person", async () => {
  await clear();
  const own = await say(member, "asks");
  const { uid } = chief.person;
  await app.ctx.db.insert(blocks).values({ uid: member.person.uid, blockedUid: uid });
  await say(chief, "unheard");
  await say(chief, "unheard, too", { replyTo: own.id });
  await chief.call(routes.chat.react, { body: { mint, messageId: own.id, kind: "like" } });
  expect((await listOf(member)).notices).toEqual([]);
  await app.ctx.db.delete(blocks);
});

test("notices about a person are withdrawn once they are blocked, and none stays unread", async () => {
  await clear();
  const guest = await newIndexedPerson(app);
  await seat(guest);
  const own = await say(member, "asks");
  await say(chief, "calm");
  await say(guest, "loud");
  await say(guest, "loud, too", { replyTo: own.id });
  await guest.call(routes.chat.react, { body: { mint, messageId: own.id, kind: "like" } });
  expect(await listOf(member)).toMatchObject({ unread: 3, notices: [{}, {}, {}] });
  await member.call(routes.account.block, { body: { uid: guest.person.uid } });
  const read = () => member.call(routes.notifications.list, { query: { limit: 30 } });
  // Also before the planner has processed the block.
  expect((await read()).notices).toMatchObject([{ type: "chat_new_message", excerpt: "calm" }]);
  expect(await listOf(member)).toMatchObject({ unread: 1, notices: [{ excerpt: "calm", count: 1 }] });
  expect(await ofType(chief, "chat_new_message")).toMatchObject([{ excerpt: "loud, too" }]);
  await member.call(routes.account.unblock, { body: { uid: guest.person.uid } });
});

test("a line of new messages never quotes the reader's own, even when the newest was deleted", async () => {
  await clear();
  await say(chief, "first");
  await say(member, "my own");
  const { id } = await say(chief, "second");
  expect(await ofType(member, "chat_new_message")).toMatchObject([{ excerpt: "second" }]);
  await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: id } });
  expect(await ofType(member, "chat_new_message")).toMatchObject([
    { excerpt: "first", actor: { uid: chief.person.uid } },
  ]);
});

test("the notice of a deleted message is withdrawn", async () => {
  await clear();
  const own = await say(member, "asks");
  const answer = await say(chief, "answers", { replyTo: own.id });
  const plain = await say(chief, "beside it");
  expect(await listOf(member)).toMatchObject({ unread: 2 });
  await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: answer.id } });
  await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: plain.id } });
  expect(await listOf(member)).toMatchObject({ notices: [], unread: 0 });
});

test("a person who lost a seat is told only why, and nothing about the chat; the notice is withdrawn when the seat is back", async () => {
  await clear();
  const guest = await newIndexedPerson(app);
  await seat(guest);
  await say(chief, "for members alone");
  await app.ctx.db.transaction((tx) => blockMember(tx, mint, guest.person));
  await say(chief, "said later");
  expect((await listOf(guest)).notices).toMatchObject([
    { type: "chat_booted", loss: { code: "seat.blocked" }, route: `/token/${mint}` },
  ]);
  const other = await newIndexedPerson(app);
  await seat(other);
  await indexHolding(app.ctx, mint, other.person.address, 1n);
  expect((await listOf(other)).notices).toMatchObject([
    {
      type: "chat_booted",
      loss: {
        ...{ code: "seat.below_minimum", tokensToReturn: tokenUnits(10_000_000_000n) },
        gaveUp: { seat: expect.any(Number) },
      },
    },
  ]);
  await indexHolding(app.ctx, mint, other.person.address, 30n);
  expect((await listOf(other)).notices).toEqual([]);
});

test("nobody is notified of messages that one of their pages shows", async () => {
  await clear();
  const { uid } = member.person;
  await app.ctx.db.execute(sql`
    insert into visible_routes (node, connection, uid, routes, seen_at)
    values ('n', 'c', ${uid}, ${JSON.stringify([`/chat/${mint}`])}::jsonb, now())`);
  const own = await say(member, "here");
  await say(chief, "read at once");
  await say(chief, "an answer", { replyTo: own.id });
  expect(await listOf(member)).toMatchObject({ notices: [{ type: "chat_reply", isRead: true }], unread: 0 });
});

test("a muted Tribe sends no notifications, and one set to replies only those", async () => {
  await clear();
  const set = (mode: "all" | "replies" | "mute") =>
    member.call(routes.notifications.saveSettings, { body: { tribeSettings: { [mint]: mode } } });
  const own = await say(member, "asks");
  await set("mute");
  await say(chief, "unheard");
  await say(chief, "unheard, too", { replyTo: own.id });
  expect((await listOf(member)).notices).toEqual([]);
  await set("replies");
  await say(chief, "unheard");
  await say(chief, "heard", { replyTo: own.id });
  expect((await listOf(member)).notices).toMatchObject([{ type: "chat_reply", excerpt: "heard" }]);
  const { settings } = await set("all");
  expect(settings.tribeSettings).toEqual({});
});

test("new Tribes are one line for people who want it, and none for their own creator", async () => {
  await clear();
  await member.call(routes.notifications.saveSettings, { body: { pushNotification: { newTribesCreated: true } } });
  await chief.call(routes.notifications.saveSettings, { body: { pushNotification: { newTribesCreated: true } } });
  const other = await newIndexedPerson(app);
  const made = [await newIndexedTribe(app, chief.person.address), await newIndexedTribe(app, chief.person.address)];
  for (const one of made)
    await app.ctx.db.transaction((tx) => writeEvent(tx, "token.created", { mint: one, signature: "s" }));
  await expect.poll(() => ofType(member, "token_created")).toMatchObject([{ count: 2 }]);
  const [digest] = await ofType(member, "token_created");
  expect(digest?.tribes.map((tribe) => tribe.mint).sort()).toEqual([...made].sort());
  expect(await ofType(chief, "token_created")).toEqual([]);
  expect(await ofType(other, "token_created")).toEqual([]);
});

test("changes of a wallet are always reported to its owner alone, also by push where a browser is subscribed", async () => {
  await clear();
  const off = {
    messagesFromMyTribe: false,
    messagesFromOtherTribes: false,
    newTribesCreated: false,
    newAirdrop: false,
    insufficientTokensToAccessTribe: false,
  };
  await member.call(routes.notifications.saveSettings, { body: { pushNotification: off } });
  await app.ctx.db.execute(sql`
    insert into push_subscriptions (id, uid, session_id, endpoint, p256dh, auth, name, created_at)
    select 'browser', uid, id, 'https://push.example.test/1', '', '', 'Chrome', now()
    from sessions where uid = ${member.person.uid} limit 1`);
  await app.ctx.db.transaction(async (tx) => {
    await writeEvent(tx, "wallet.told", { uid: member.person.uid, what: "moveAsked" });
    await writeEvent(tx, "wallet.told", { uid: member.person.uid, what: "moved" });
  });
  const lines = await ofType(member, "system");
  expect(lines.map(({ text, route }) => [text, route])).toEqual(
    expect.arrayContaining([
      [walletNoticeTexts.moveAsked, "/you/security"],
      [walletNoticeTexts.moved, "/you/security"],
    ]),
  );
  expect(await ofType(chief, "system")).toEqual([]);
  const { rows } = await app.ctx.db.execute<{ payload: { uid: string; key: string } }>(sql`
    select job.payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id where task.identifier = 'notifications.push'`);
  const keys = rows.flatMap(({ payload }) => (payload.uid === member.person.uid ? [payload.key] : []));
  expect(keys).toEqual(expect.arrayContaining(["wallet:moveAsked", "wallet:moved"]));
  await app.ctx.db.execute(sql`delete from push_subscriptions`);
});

test("an operator's announcement and an airdrop notify their recipients", async () => {
  await clear();
  await app.ctx.db.transaction(async (tx) => {
    await writeEvent(tx, "system.announced", { id: "1", text: "We move on Sunday.", route: "/you", isMailed: false });
    const { uid, address } = chief.person;
    const [taskId, setUpId, closeId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const [state, airdropMint] = [airdropState.completed, mint];
    await tx.insert(airdropTasks).values({
      ...{
        id: taskId,
        uid,
        mint,
        creator: address,
        airdropMint,
        program: "token" as const,
        decimals: 6,
        symbol: "GIFT",
      },
      ...{
        amount: tokenUnits(1_500_000n),
        options: { toCreator: false, toMembers: true, toHolders: false },
        snapshotSlot: 1,
      },
      ...{ snapshotAt: new Date(), membersCount: 1, holdersCount: 1, recipients: 1, batchSize: 1, batches: 1 },
      ...{ listHash: Buffer.alloc(32), state, makesPool: false, setUpId, closeId },
    });
    await tx.insert(airdropEntries).values({
      ...{ taskId, address: member.person.address, isMember: true, weight: tokenUnits(1n), place: 0 },
      amount: tokenUnits(1_500_000n),
    });
    await writeEvent(tx, "airdrop.changed", { uid, taskId, mint, airdropMint, state });
  });
  await expect.poll(() => ofType(chief, "system")).toMatchObject([{ text: "We move on Sunday.", route: "/you" }]);
  await expect
    .poll(() => ofType(member, "airdrop"))
    .toMatchObject([{ amount: "1.5", symbol: "GIFT", route: "/wallet" }]);
  expect(await ofType(chief, "airdrop")).toEqual([]);
});

test("a list continues by its cursor, and nobody can mark another person's lines as read", async () => {
  await clear();
  const own = await say(member, "asks");
  for (const text of ["a", "b", "c"]) await say(chief, text, { replyTo: own.id });
  await plan();
  const page = (cursor?: string) =>
    member.call(routes.notifications.list, { query: { limit: 2, ...(cursor ? { cursor } : {}) } });
  const first = await page();
  const second = await page(first.nextCursor ?? undefined);
  const texts = [...first.notices, ...second.notices].map((notice) => "excerpt" in notice && notice.excerpt);
  expect(texts).toEqual(["c", "b", "a"]);
  expect(second.nextCursor).toBeNull();
  const ids = first.notices.map(({ id }) => id);
  await chief.call(routes.notifications.markRead, { body: { ids } });
  expect(await member.call(routes.notifications.unread, {})).toEqual({ unread: 3 });
  expect(await member.call(routes.notifications.markRead, { body: { ids } })).toEqual({ unread: 1 });
  expect(await member.call(routes.notifications.markRead, { body: { ids: null } })).toEqual({ unread: 0 });
});

test("settings have defaults, are stored per person, and unknown ones are refused", async () => {
  await clear();
  const read = async (who: IndexedPerson) => (await who.call(routes.notifications.settings, {})).settings;
  const before = await read(member);
  await member.call(routes.notifications.saveSettings, { body: { pushNotification: { newAirdrop: false } } });
  await member.call(routes.notifications.saveSettings, { body: { delivery: { quietHours: { from: 0, to: 60 } } } });
  expect(await read(member)).toEqual({
    ...before,
    pushNotification: { ...before.pushNotification, newAirdrop: false },
    delivery: { ...before.delivery, quietHours: { from: 0, to: 60 } },
  });
  expect(await read(chief)).toEqual(before);
  const refused = async (body: object) =>
    // As a page of another build would send it.
    member
      .call(routes.notifications.saveSettings, { body: body as never })
      .catch((error: { code: string }) => error.code);
  expect(await refused({ pushNotification: { everything: true } })).toBe("invalid_field");
  expect(await refused({ smokeSignals: {} })).toBe("invalid_field");
  expect(await refused({ delivery: { timeZone: "Mars/Olympus" } })).toBe("invalid_field");
  expect(await refused({ delivery: { quietHours: { from: 0, to: 1440 } } })).toBe("invalid_field");
  expect(await refused({ tribeSettings: { notAMint: "mute" } })).toBe("invalid_field");
  const visitor = await app.newDevice();
  await expect(visitor.call(routes.notifications.settings, {})).rejects.toMatchObject({ code: "unauthorized" });
});

test("concurrent planners, and one that is stopped midway, process each event once", async () => {
  await clear();
  const own = await say(member, "asks");
  await Promise.all(Array.from({ length: 5 }, () => Promise.all([planBatch(app.ctx), planBatch(app.ctx)])));
  for (let count = 0; count < 4; count += 1) await say(chief, `answer ${count}`, { replyTo: own.id });
  const broken = { ...app.ctx, jobs: { ...app.ctx.jobs, addMany: () => Promise.reject(new Error("killed")) } };
  await expect(planBatch(broken)).rejects.toThrow("killed");
  await Promise.all([planBatch(app.ctx), planBatch(app.ctx), planBatch(app.ctx)]);
  const { rows } = await app.ctx.db.execute<{ count: number }>(
    sql`select sum(version)::int as count from notices where uid = ${member.person.uid} and type = 'chat_reply'`,
  );
  expect(rows).toEqual([{ count: 4 }]);
});
