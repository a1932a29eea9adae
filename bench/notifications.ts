import type { Mint } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { startOutboxTail } from "../apps/server/src/engines/bus/outbox-tail.ts";
import { startJobRunner } from "../apps/server/src/engines/jobs/graphile.ts";
import { silentLog } from "../apps/server/src/engines/live/testing/media-room.ts";
import type { MailMessage } from "../apps/server/src/engines/mail/port.ts";
import { openSmtpMail } from "../apps/server/src/engines/mail/smtp.ts";
import type { Push } from "../apps/server/src/engines/push/port.ts";
import { appendMessages } from "../apps/server/src/modules/chat/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../apps/server/src/modules/indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../apps/server/src/modules/membership/index.ts";
import { planSummaries } from "../apps/server/src/modules/notifications/mail/plan-summaries.ts";
import { summaryJob } from "../apps/server/src/modules/notifications/mail/summary-job.ts";
import { noticePlanner, planBatch } from "../apps/server/src/modules/notifications/planning/planner.ts";
import { pushJob } from "../apps/server/src/modules/notifications/push/push-job.ts";
import { startTestApp, type TestApp } from "../apps/server/src/testing/start-test-app.ts";
import { startMailServer } from "./chat/mail-server.ts";
import { percentile, type Row, type Suite } from "./suite.ts";

// BENCH_SCALE makes it smaller for a trial run: only figures at 1 count.
const scale = Number(process.env.BENCH_SCALE ?? 1);
const members = 99;
const seconds = Math.max(2, Math.round(20 * scale));
/** One Tribe per second: a second message in the same Tribe within a minute would wait for the end of its burst. */
const tribes = seconds;
const summaries = Math.round(10_000 * scale);
const sends = Math.round(300 * scale);

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The times at which each push was sent, by its text. */
const handed = new Map<string, number[]>();
const push: Push = {
  applicationServerKey: "key",
  isUsable: () => true,
  send: async (_subscription, { payload }) => {
    const { body } = JSON.parse(payload) as { body: string }; // our own
    handed.set(body, [...(handed.get(body) ?? []), performance.now()]);
    return { kind: "sent", status: 201 };
  },
  close: () => undefined,
};

/** Notices, pushes and summaries on a real database, with a push service in memory and a mail server over SMTP. */
export const run = async (): Promise<Suite> => {
  const smtp = await startMailServer();
  const mail = openSmtpMail({ url: smtp.url, from: "Tribe <no-reply@bench.test>", log: silentLog });
  const send = async (message: MailMessage): Promise<void> => {
    await mail.send(message);
    mailed += 1;
    // The sign-in reads the code from here.
    if (message.subject.includes("code")) app.mails.push(message);
  };
  const app: TestApp = await startTestApp({ push, mail: { ...mail, send } });
  try {
    const rooms = await makeRooms(app);
    await (await noticePlanner.start(app.ctx)).stop();
    // As in a server: it wakes the planner, which otherwise polls only once a second.
    const tail = await startOutboxTail(app.ctx);
    const rows = [
      ...(await fanOutRows(app, rooms)),
      ...(await pushRows(app, rooms)),
      ...(await besideRows(app, rooms)),
      ...(await summaryRows(app)),
    ];
    await tail.stop();
    return { suite: "notifications", rows };
  } finally {
    await app.stop();
    mail.close();
    await smtp.stop();
  }
};

let mailed = 0;

interface Room {
  readonly mint: Mint;
  readonly chief: IndexedPerson;
}

/** Tribes with a Chief who writes and 99 members, each with one browser that gets pushes. */
const makeRooms = async (app: TestApp): Promise<readonly Room[]> => {
  const { db } = app.ctx;
  const rooms: Room[] = [];
  for (let room = 0; room < tribes; room += 1) {
    const [chief, first] = [await newIndexedPerson(app), await newIndexedPerson(app)];
    const mint = await newIndexedTribe(app, chief.person.address);
    await indexHolding(app.ctx, mint, first.person.address, 20n);
    await db.transaction((tx) => takeSeat(tx, mint, first.person));
    const name = `room-${room}-`;
    await db.execute(sql`insert into people (uid, email, address)
      select ${name} || n, ${name} || n || '@bench.test', ${name} || n from generate_series(2, ${members}::int) as n`);
    await db.execute(sql`insert into sessions select (jsonb_populate_record(one, jsonb_build_object(
        'id', ${name} || n, 'uid', ${name} || n))).*
      from sessions as one, generate_series(2, ${members}::int) as n where one.uid = ${first.person.uid}`);
    await db.execute(sql`insert into seats select (jsonb_populate_record(one, jsonb_build_object(
        'uid', ${name} || n, 'address', ${name} || n, 'join_order', one.join_order + n))).*
      from seats as one, generate_series(2, ${members}::int) as n where one.mint = ${mint} and one.uid = ${first.person.uid}`);
    await db.execute(sql`
      insert into push_subscriptions (id, uid, session_id, endpoint, p256dh, auth, name, created_at)
      select seat.uid, seat.uid, session.id, 'https://push.test/' || seat.uid, ''::bytea, ''::bytea, 'bench', now()
      from seats as seat join sessions as session on session.uid = seat.uid where seat.mint = ${mint}`);
    rooms.push({ mint, chief });
  }
  return rooms;
};

const say = async ({ ctx }: TestApp, { mint, chief }: Room, text: string): Promise<void> => {
  const { uid } = chief.person;
  const [sent] = await appendMessages(ctx, [{ mint, uid, sessionId: null, clientId: crypto.randomUUID(), text }]);
  if (!sent || sent instanceof Error) throw sent ?? new Error("not sent");
};
/** Resets bursts and hourly limits, so that the next message is the first of a burst. */
const forget = async ({ ctx: { db } }: TestApp): Promise<void> => {
  for (const table of ["notices", "push_sends", "message_allowances"])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
};
const planAll = async ({ ctx }: TestApp): Promise<void> => {
  while ((await planBatch(ctx)) > 0);
};

/** From the stored message to the notices and jobs of all 99. */
const fanOutRows = async (app: TestApp, [room]: readonly Room[]): Promise<readonly Row[]> => {
  if (!room) return [];
  const took: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    await forget(app);
    await planAll(app);
    await say(app, room, `fan-out ${round}`);
    const began = performance.now();
    await planAll(app);
    took.push(performance.now() - began);
  }
  const value = tenths(percentile(took, 0.5));
  return [{ name: "fan_out.99_people.p50", value, unit: "ms", bar: 300, better: "lower" }];
};

/** A message every 990 ms, each in another Tribe: 100 pushes a second, timed from the send's answer to the push. */
const pushRows = async (app: TestApp, rooms: readonly Room[]): Promise<readonly Row[]> => {
  await app.ctx.db.execute(sql`delete from graphile_worker._private_jobs`);
  await forget(app);
  const planner = await noticePlanner.start(app.ctx);
  const runner = await startJobRunner(app.ctx, [pushJob]);
  const saidAt = new Map<string, number>();
  try {
    const began = performance.now();
    for (const [second, room] of rooms.entries()) {
      await wait(began + second * (members * 10) - performance.now());
      await say(app, room, `push ${second}`);
      saidAt.set(`push ${second}`, performance.now());
    }
    const end = performance.now() + 60_000;
    const isDone = () => [...saidAt.keys()].every((text) => (handed.get(text)?.length ?? 0) >= members);
    while (!isDone() && performance.now() < end) await wait(20);
  } finally {
    await runner.stop();
    await planner.stop();
  }
  const delays = [...saidAt].flatMap(([text, at]) => (handed.get(text) ?? []).map((time) => time - at));
  return [
    { name: "push.handed_over.p99", value: tenths(percentile(delays, 0.99)), unit: "ms", bar: 1_000, better: "lower" },
    { name: "push.handed_over.p50", value: tenths(percentile(delays, 0.5)), unit: "ms", bar: null, better: "lower" },
    { name: "push.handed_over.count", value: delays.length, unit: "pushes", bar: null, better: "higher" },
  ];
};

/** Sends in a chat with planner and pushes running, and without, in turns, so that noise of the machine affects both. */
const besideRows = async (app: TestApp, [room]: readonly Room[]): Promise<readonly Row[]> => {
  if (!room) return [];
  const p99Of = async (isBeside: boolean): Promise<number> => {
    await forget(app);
    const planner = isBeside ? await noticePlanner.start(app.ctx) : null;
    const runner = isBeside ? await startJobRunner(app.ctx, [pushJob]) : null;
    const took: number[] = [];
    for (let send = 0; send < sends; send += 1) {
      if (send % 5 === 0) await app.ctx.db.execute(sql`delete from message_allowances`);
      const began = performance.now();
      await say(app, room, `beside ${send}`);
      took.push(performance.now() - began);
      await wait(5);
    }
    await runner?.stop();
    await planner?.stop();
    await planAll(app);
    return percentile(took, 0.99);
  };
  const [without, beside]: [number[], number[]] = [[], []];
  await p99Of(false);
  for (let round = 0; round < 5; round += 1) {
    without.push(await p99Of(false));
    beside.push(await p99Of(true));
  }
  const [alone, both] = [percentile(without, 0.5), percentile(beside, 0.5)];
  return [
    {
      name: "send.beside_notices.p99",
      value: tenths(both),
      unit: "ms",
      bar: null,
      better: "lower",
      versus: { who: "without", value: tenths(alone) },
    },
    {
      name: "send.beside_notices.p99_ratio",
      value: Math.round((both / alone) * 100) / 100,
      unit: "×",
      bar: 1.1,
      better: "lower",
    },
  ];
};

/** Summaries for people with unread messages, planned and sent to a mail server over SMTP, by one worker. */
const summaryRows = async (app: TestApp): Promise<readonly Row[]> => {
  const { db } = app.ctx;
  await db.execute(sql`insert into people (uid, email)
    select 'reader-' || n, 'reader-' || n || '@bench.test' from generate_series(1, ${summaries}::int) as n`);
  await db.execute(sql`insert into notification_settings (uid, chosen, changed_at, summary_at)
    select 'reader-' || n, '{"emailNotification":{"dailySummary":true}}'::jsonb, now(), now() - interval '1 minute'
    from generate_series(1, ${summaries}::int) as n`);
  await db.execute(sql`insert into notices (uid, key, type, subject, at)
    select 'reader-' || n, 'system:' || k, 'system', '{"type":"system","text":"We move on Sunday","route":"/you"}'::jsonb,
      now() - interval '1 hour' from generate_series(1, ${summaries}::int) as n, generate_series(1, 5) as k`);
  mailed = 0;
  const runner = await startJobRunner(app.ctx, [summaryJob]);
  const began = performance.now();
  while ((await planSummaries(app.ctx)) > 0);
  const end = performance.now() + 600_000;
  while (mailed < summaries && performance.now() < end) await wait(20);
  const took = performance.now() - began;
  await runner.stop();
  return [
    {
      name: "summaries.planned_and_sent",
      value: Math.round((mailed * 1_000) / took),
      unit: "a second",
      bar: 100,
      better: "higher",
    },
    { name: "summaries.sent", value: mailed, unit: "mails", bar: null, better: "higher" },
  ];
};
