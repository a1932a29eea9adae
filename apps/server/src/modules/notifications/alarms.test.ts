import {
  type GroupSize,
  lamports,
  type Mint,
  routes,
  type SeatAlarm,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { alarmPauseMs } from "@tribe/domain/notifications";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeEvent } from "../../engines/bus/outbox.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { alarmsJob } from "./planning/plan-alarms.ts";
import { planBatch } from "./planning/planner.ts";
import { findNotice } from "./store/notices.ts";
import { mailSteps } from "./testing/mail-steps.ts";

const { app, ctx, chief, setClock, done, mailsTo, save } = mailSteps();

const none: SeatAlarm = { spare: null, priceAbove: null, priceBelow: null };
const start = Date.parse("2026-11-29T12:00:00Z");
let now = start;
let mint: Mint;
let seated: IndexedPerson;
let rival: IndexedPerson;

beforeAll(async () => {
  [seated, rival] = [await newIndexedPerson(app()), await newIndexedPerson(app())];
  mint = await newIndexedTribe(app(), chief().person.address, 1 as GroupSize); // one seat, so that two people make a rivalry
  // Whoever came first waits outside once the other one holds more.
  for (const [who, tokens] of [
    [rival, 20n],
    [seated, 40n],
  ] as const) {
    await hold(who, tokens);
    await app().ctx.db.transaction((tx) => takeSeat(tx, mint, who.person));
  }
});
beforeEach(async () => {
  now = Math.max(now, ctx().now());
  setClock(now);
  await app().ctx.db.execute(sql`delete from seat_alarms`);
  await app().ctx.db.execute(sql`delete from visible_routes`);
  await hold(seated, 40n);
  await hold(rival, 20n);
});

const plan = async () => {
  while ((await planBatch(ctx())) > 0);
};
const hold = async (who: IndexedPerson, tokens: bigint) => {
  await indexHolding(app().ctx, mint, who.person.address, tokens);
  await plan();
};
const pass = (ms: number) => {
  now += ms;
  setClock(now);
};
const set = (alarm: SeatAlarm | null, who = seated) =>
  who.call(routes.notifications.saveAlarm, { body: { mint, alarm } });
const spare = (tokens: bigint) => set({ ...none, spare: tokenUnits(tokens * unitsPerToken) });
const notice = (who = seated) => findNotice(app().ctx.db, { uid: who.person.uid, key: `alarm:${mint}` });
const rings = async () => (await notice())?.version ?? 0;
const waits = async () =>
  (
    await app().ctx.db.execute<{ at: string }>(sql`
    select run_at::text as at from graphile_worker._private_jobs where key = ${`alarms ${mint} ${seated.person.uid}`}`)
  ).rows;
/** A trade that only moves the price. */
const tradeAt = async (price: bigint) => {
  await app().ctx.db.transaction(async (tx) => {
    await tx.execute(sql`update tokens set price = ${String(price)}::numeric where mint = ${mint}`);
    await writeEvent(tx, "trade.indexed", { mint, signature: "s", frame: "{}" });
  });
  await plan();
};

describe("an alarm about a seat", () => {
  test("rings when others come near, once, and is in the list and in a mail that leads to the top-up", async () => {
    await spare(5n);
    await hold(rival, 34n);
    expect(await notice()).toBeNull();
    await hold(rival, 36n);
    await hold(rival, 37n);
    await done();
    expect(await rings()).toBe(1);
    const { notices } = await seated.call(routes.notifications.list, { query: { limit: 30 } });
    expect(notices[0]).toMatchObject({
      type: "seat_alarm",
      alarm: "spare",
      // Who joined first gets the seat back with as much.
      amount: "3.9999 TRI",
      route: `/token/${mint}?stay=1`,
    });
    const [mail, ...more] = mailsTo(seated);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^3\.9999 TRI to spare in .*Tribe/) });
    expect(mail?.text).toContain("Top up and stay");
  });

  test("rings again only after it was clearly over, and a quarter of an hour after the last one", async () => {
    await spare(5n);
    await hold(rival, 36n);
    await hold(rival, 35n);
    await hold(rival, 36n);
    expect(await rings()).toBe(1);
    await hold(rival, 20n);
    pass(alarmPauseMs - 1);
    await hold(rival, 36n);
    expect(await rings()).toBe(1);
    // Nothing else happens: the job decides at the end of the pause, and the same job again changes nothing.
    expect(await waits()).toHaveLength(1);
    pass(1);
    const again = alarmsJob.handler(ctx());
    await Promise.all([again({ mint }), again({ mint })]);
    expect(await rings()).toBe(2);
    pass(alarmPauseMs);
    await again({ mint });
    expect(await rings()).toBe(2);
  });

  test("that waits for the end of its pause doesn't ring if it is over then", async () => {
    await spare(5n);
    await hold(rival, 36n);
    await hold(rival, 20n);
    await hold(rival, 36n);
    await hold(rival, 20n);
    pass(alarmPauseMs);
    await alarmsJob.handler(ctx())({ mint });
    expect(await rings()).toBe(1);
  });

  test("rings once though several plan at once and one of them is killed before its commit", async () => {
    await spare(5n);
    await indexHolding(app().ctx, mint, rival.person.address, 36n);
    const killed = { ...ctx(), jobs: { ...ctx().jobs, addMany: () => Promise.reject(new Error("killed")) } };
    await expect(planBatch(killed)).rejects.toThrow("killed");
    expect(await notice()).toBeNull();
    await Promise.all([plan(), plan(), plan()]);
    await plan();
    expect(await rings()).toBe(1);
  });

  test("is silent for who looks at the Tribe, and set to what is so already", async () => {
    await spare(5n);
    await app().ctx.db.execute(sql`
      insert into visible_routes (node, connection, uid, routes, seen_at)
      values ('n', 'c', ${seated.person.uid}, ${JSON.stringify([`/chat/${mint}`])}::jsonb, now())`);
    await hold(rival, 36n);
    await done();
    expect((await notice())?.readAt).not.toBeNull();
    expect(mailsTo(seated)).toEqual([]);
    await app().ctx.db.execute(sql`delete from notices`);
    await spare(10n);
    await hold(rival, 37n);
    expect(await notice()).toBeNull();
  });

  test("follows the switches of lost seats", async () => {
    await save(seated, { emailNotification: { insufficientTokensToAccessTribe: false } });
    await spare(5n);
    await hold(rival, 36n);
    await done();
    expect(await rings()).toBe(1);
    expect(mailsTo(seated)).toEqual([]);
  });
});

test("an alarm about a price is for anybody, on either side", async () => {
  await tradeAt(1_500n);
  await set({ ...none, priceAbove: lamports(2_000n), priceBelow: lamports(1_000n) }, chief());
  await tradeAt(1_999n);
  expect(await notice(chief())).toBeNull();
  await tradeAt(2_000n);
  const { notices } = await chief().call(routes.notifications.list, { query: { limit: 30 } });
  expect(notices[0]).toMatchObject({
    type: "seat_alarm",
    alarm: "above",
    amount: "0.000002 SOL",
    route: `/token/${mint}`,
  });
  pass(alarmPauseMs);
  await tradeAt(1_000n);
  expect((await notice(chief()))?.subject).toMatchObject({ alarm: "below", amount: "1000" });
});

test("an alarm is turned off by the link in its mail, by the person, and with the account; others stay", async () => {
  const other = await newIndexedTribe(app(), chief().person.address);
  await spare(5n);
  await seated.call(routes.notifications.saveAlarm, {
    body: { mint: other, alarm: { ...none, spare: tokenUnits(1n) } },
  });
  await hold(rival, 36n);
  await done();
  const url = new URL(/^<(.+)>$/.exec(mailsTo(seated)[0]?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "");
  const ask = { token: url.searchParams.get("token") ?? "" };
  const visitor = await app().newDevice();
  expect(await visitor.call(routes.notifications.mailLink, { query: ask })).toEqual({ kind: "seatAlarm", isOn: true });
  const alarms = async () =>
    (await seated.call(routes.notifications.alarms, {})).alarms.map((alarm) => alarm.mint).sort();
  expect(await alarms()).toEqual([mint, other].sort());
  // As the button of a push does.
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  expect(answer.status).toBe(200);
  expect(await alarms()).toEqual([other]);
  expect(await visitor.call(routes.notifications.mailLink, { query: ask })).toEqual({ kind: "seatAlarm", isOn: false });
  await seated.call(routes.notifications.saveAlarm, { body: { mint: other, alarm: none } });
  expect(await alarms()).toEqual([]);
  await expect(set({ ...none, priceAbove: lamports(1n) })).resolves.toEqual({ alarm: { ...none, priceAbove: 1n } });
  const unknown = chief().person.address;
  await expect(
    seated.call(routes.notifications.saveAlarm, { body: { mint: unknown, alarm: { ...none, spare: tokenUnits(1n) } } }),
  ).rejects.toMatchObject({ code: "not_found" });
});
