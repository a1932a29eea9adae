import { createECDH, randomBytes } from "node:crypto";
import { ApiError, type Mint, type PushPayload, type PushSubscriptionEntity, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startJobRunner } from "../../../engines/jobs/graphile.ts";
import type { Push, PushAnswer, PushMessage } from "../../../engines/push/port.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { appendMessages, markRead } from "../../chat/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat, unblockMember } from "../../membership/index.ts";
import { noticePlanner, planBatch } from "../planning/planner.ts";
import { pushSendsOf } from "../store/push-sends.ts";
import { pushJob } from "./push-job.ts";

interface Sent extends Omit<PushMessage, "payload"> {
  readonly endpoint: string;
  readonly payload: PushPayload;
}
const sent: Sent[] = [];
let answer: (endpoint: string) => PushAnswer;
/** A push service in memory, whose answers the test sets. */
const push: Push = {
  applicationServerKey: "key",
  isUsable: (endpoint) => endpoint.startsWith("https://"),
  send: async ({ endpoint }, { payload, ...message }) => {
    const given = answer(endpoint);
    if (given.kind === "sent") sent.push({ endpoint, payload: JSON.parse(payload), ...message });
    return given;
  },
  close: () => undefined,
};

let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let mint: Mint;
let runner: Awaited<ReturnType<typeof startJobRunner>>;
beforeAll(async () => {
  app = await startTestApp({ push });
  await (await noticePlanner.start(app.ctx)).stop();
  runner = await startJobRunner(app.ctx, [pushJob]);
  [chief, member] = [await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  await indexHolding(app.ctx, mint, member.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member.person));
  await plan();
});
afterAll(async () => {
  await runner.stop();
  await app.stop();
});
beforeEach(async () => {
  await settled();
  answer = () => ({ kind: "sent", status: 201 });
  app.clock.offset = 0;
  for (const table of [
    "notices",
    "push_sends",
    "push_subscriptions",
    "notification_settings",
    "message_allowances",
    "visible_routes",
  ])
    await app.ctx.db.execute(sql`delete from ${sql.identifier(table)}`);
  await app.ctx.db.execute(sql`delete from graphile_worker._private_jobs where key like 'push %'`);
  sent.length = 0;
});

const newSubscription = (): PushSubscriptionEntity => {
  const browser = createECDH("prime256v1");
  return {
    endpoint: `https://push.example.com/${crypto.randomUUID()}`,
    keys: { p256dh: browser.generateKeys("base64"), auth: randomBytes(16).toString("base64") },
  };
};
const subscribe = async (who: IndexedPerson) => {
  const body = newSubscription();
  await who.call(routes.notifications.subscribePush, { body });
  return body;
};
const plan = async () => {
  while ((await planBatch(app.ctx)) > 0);
};
/** Sends a message, plans its notices, and waits until due pushes were decided. */
const sendMessage = async (text: string) => {
  const [message] = await appendMessages(app.ctx, [
    { mint, uid: chief.person.uid, sessionId: null, clientId: crypto.randomUUID(), text },
  ]);
  if (!message || message instanceof Error) throw message ?? new Error("not sent");
  await plan();
  await settled();
  return message;
};
/** Waits until all due jobs have run. */
const settled = async () => {
  await expect
    .poll(
      async () =>
        (
          await app.ctx.db.execute(
            sql`select key from graphile_worker._private_jobs where key like 'push %' and run_at <= now()`,
          )
        ).rows,
    )
    .toEqual([]);
};
/** Moves the server's clock by `ms` and makes waiting jobs due now. */
const passTime = async (ms: number) => {
  app.clock.offset += ms;
  await app.ctx.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key like 'push %'`);
  await app.ctx.db.execute(sql`select graphile_worker.add_job('wake', '{}'::json, job_key => 'wake')`);
  await settled();
};
const outcomes = async () => {
  await settled();
  return (await pushSendsOf(app.ctx.db, member.person.uid, 10)).map(({ outcome }) => outcome);
};
const set = (body: Parameters<typeof member.call<typeof routes.notifications.saveSettings>>[1]["body"]) =>
  member.call(routes.notifications.saveSettings, { body });

test("the first message of a burst is pushed immediately, and the rest as one push within a minute", async () => {
  await subscribe(member);
  await sendMessage("one");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    urgency: "normal",
    payload: { body: "one", route: `/chat/${mint}`, tag: `message:${mint}`, unread: 1 },
  });
  await sendMessage("two");
  await sendMessage("three");
  expect(sent).toHaveLength(1);
  await passTime(61_000);
  expect(sent.map(({ payload }) => payload.body)).toEqual(["one", "three · and 2 more"]);
  expect(sent[1]?.topic).toBe(sent[0]?.topic);
});

test.each([
  ["was read", async () => markRead(app.ctx.db, member.person.uid, mint, 1_000)],
  ["is about a lost seat's chat", async () => app.ctx.db.transaction((tx) => blockMember(tx, mint, member.person))],
])("a waiting push is not sent once its message %s", async (_name, happen) => {
  onTestFinished(async () => {
    await app.ctx.db.transaction((tx) => unblockMember(tx, mint, member.person));
    await plan();
  });
  await subscribe(member);
  await sendMessage("one");
  expect(sent).toHaveLength(1);
  await sendMessage("two");
  await happen();
  await passTime(61_000);
  expect(sent).toHaveLength(1);
});

test("a deleted message is not pushed", async () => {
  await subscribe(member);
  await sendMessage("one");
  expect(sent).toHaveLength(1);
  const { id } = await sendMessage("two");
  const first = sent[0]?.payload.body;
  await chief.call(routes.chat.deleteMessage, { body: { mint, messageId: id } });
  await plan();
  await passTime(61_000);
  expect(sent.slice(1).map(({ payload }) => payload.body)).not.toContain("two");
  expect(first).toBe("one");
});

test("nothing is pushed to people who see it, switched it off, or have quiet hours until it is outdated", async () => {
  await subscribe(member);
  await set({ pushNotification: { messagesFromOtherTribes: false } });
  await sendMessage("switched off");
  expect(sent).toEqual([]);
  // Quiet until this minute tomorrow: the push would wait for an end within its lifetime of four hours.
  const minute = Math.floor(Date.now() / 60_000) % 1_440;
  const quietHours = { from: minute, to: minute };
  await set({ pushNotification: { messagesFromOtherTribes: true }, delivery: { quietHours } });
  await sendMessage("at night");
  expect(await outcomes()).toEqual(["late"]);
  await set({ delivery: { quietHours: null } });
  await app.ctx.db.execute(sql`
    insert into visible_routes (node, connection, uid, routes, seen_at)
    values ('n', 'c', ${member.person.uid}, ${JSON.stringify([`/chat/${mint}`])}::jsonb, now())`);
  await sendMessage("before their eyes");
  expect(sent).toEqual([]);
});

test("a push without content says where something happened, but not what", async () => {
  await subscribe(member);
  await set({ delivery: { showContent: false } });
  await sendMessage("a secret");
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toContain("a secret");
  expect(sent[0]?.payload).toMatchObject({ title: "Tribe", body: "1 new message" });
});

test("a subscription that the push service has ended is deleted, and one that it cannot serve now waits", async () => {
  const lost = await subscribe(member);
  answer = () => ({ kind: "gone", status: 410 });
  await sendMessage("one");
  expect(await outcomes()).toEqual(["gone"]);
  await expect(member.call(routes.notifications.unsubscribePush, { body: lost })).rejects.toMatchObject({
    code: "push_unsubscribed",
  });
  await subscribe(member);
  answer = () => ({ kind: "later", status: 429, retryAfterSeconds: 300 });
  await sendMessage("two");
  answer = () => ({ kind: "sent", status: 201 });
  await passTime(10_000);
  expect(sent).toEqual([]);
  await passTime(300_000);
  expect(sent).toHaveLength(1);
});

test("concurrent answers of push services are stored by one statement, each with its own result", async () => {
  const { endpoint } = await subscribe(member);
  const others = ["gone", "refused"];
  await app.ctx.db.execute(sql`
    insert into push_subscriptions select (jsonb_populate_record(one, jsonb_build_object('id', other, 'endpoint', 'https://' || other))).*
    from push_subscriptions as one, unnest(${sql.param(others)}::text[]) as other`);
  answer = (url) => {
    if (url === "https://gone") return { kind: "gone", status: 410 };
    return url === endpoint ? { kind: "sent", status: 201 } : { kind: "refused", status: 400 };
  };
  const query = vi.spyOn(app.ctx.pool, "query");
  onTestFinished(() => query.mockRestore());
  await sendMessage("one");
  expect((await outcomes()).toSorted()).toEqual(["gone", "refused", "sent"]);
  // The driver accepts a text, or an object with one.
  const written = query.mock.calls.filter((call) => JSON.stringify(call).includes('insert into \\"push_sends\\"'));
  expect(written).toHaveLength(1);
  const { rows: browsers } = await app.ctx.db.execute(sql`
    select endpoint, last_push_at is not null as "isReached" from push_subscriptions order by endpoint = 'https://refused'`);
  expect(browsers).toEqual([
    { endpoint, isReached: true },
    { endpoint: "https://refused", isReached: false },
  ]);
  const { rows: pushed } = await app.ctx.db.execute(sql`select pushed_at is not null as "isPushed" from notices`);
  expect(pushed).toEqual([{ isPushed: true }]);
});

test("the same notice is pushed to a browser once, for any number of runs of its job", async () => {
  await subscribe(member);
  await sendMessage("one");
  expect(sent).toHaveLength(1);
  const payload = { uid: member.person.uid, key: `message:${mint}` };
  app.clock.offset = 120_000;
  await pushJob.handler(app.ctx)(payload);
  await pushJob.handler(app.ctx)(payload);
  expect(sent).toHaveLength(1);
});

test("an outdated push is not sent, as after an outage", async () => {
  await subscribe(member);
  answer = () => ({ kind: "later", status: 503, retryAfterSeconds: 60 });
  await sendMessage("one");
  answer = () => ({ kind: "sent", status: 201 });
  await passTime(5 * 3_600_000);
  expect(sent).toEqual([]);
  expect(await outcomes()).toEqual(["late"]);
});

test("a subscription belongs to its session: it ends with the session, which has only its latest one", async () => {
  const [first, second] = [await subscribe(member), await subscribe(member)];
  const { devices } = await member.call(routes.notifications.pushDevices, {});
  expect(devices).toMatchObject([{ isThis: true }]);
  await expect(member.call(routes.notifications.unsubscribePush, { body: first })).rejects.toBeInstanceOf(ApiError);
  await expect(chief.call(routes.notifications.unsubscribePush, { body: second })).rejects.toMatchObject({
    code: "push_unsubscribed",
    message: "No subscription",
  });
  const [device] = devices;
  await expect(
    chief.call(routes.notifications.removePushDevice, { body: { id: device?.id ?? "" } }),
  ).rejects.toMatchObject({ code: "push_unsubscribed" });
  const guest = await newIndexedPerson(app);
  await subscribe(guest);
  await guest.call(routes.identity.signOut, {});
  const { rows } = await app.ctx.db.execute(sql`
    select from push_subscriptions as browser join sessions on sessions.id = browser.session_id
    where browser.uid = ${guest.person.uid}`);
  expect(rows).toEqual([]);
});

test.each([
  ["an inner address", { endpoint: "http://127.0.0.1/x" }, "push_endpoint"],
  ["no URL", { endpoint: "nonsense" }, "invalid_field"],
  ["keys of a wrong length", { keys: { p256dh: "A".repeat(86), auth: "B".repeat(22) } }, "invalid_field"],
  ["no keys", { keys: { p256dh: "", auth: "" } }, "invalid_field"],
])("a subscription with %s is refused", async (_name, change, code) => {
  const body = { ...newSubscription(), ...change };
  await expect(member.call(routes.notifications.subscribePush, { body })).rejects.toMatchObject({ code });
});

test("a test push goes to all of a person's browsers, and the answer says when there is none", async () => {
  await expect(member.call(routes.notifications.testPush, {})).rejects.toMatchObject({ code: "push_unsubscribed" });
  await subscribe(member);
  await member.call(routes.notifications.testPush, {});
  expect(sent).toMatchObject([{ payload: { tag: "test", route: "/notifications" } }]);
});
