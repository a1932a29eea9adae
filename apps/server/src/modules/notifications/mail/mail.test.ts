import { createHmac } from "node:crypto";
import { type MailKind, type Mint, routes, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppContext } from "../../../context.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { startJobRunner } from "../../../engines/jobs/graphile.ts";
import type { MailMessage } from "../../../engines/mail/port.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { appendMessages } from "../../chat/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../../indexer/testing/indexed-tribe.ts";
import { blockMember, takeSeat } from "../../membership/index.ts";
import { fanOutJob } from "../planning/fan-out-job.ts";
import { noticePlanner, planBatch } from "../planning/planner.ts";
import { noticeMailJob } from "./notice-mail-job.ts";
import { planSummaries } from "./plan-summaries.ts";
import { summaryJob } from "./summary-job.ts";
import { unsubscribeToken } from "./unsubscribe-link.ts";

const hourMs = 3_600_000;
const secret = Buffer.from("tests sign by this");

let app: TestApp;
/** The same context with an adjustable clock, and a mail server that can fail. */
let ctx: AppContext;
let clock = 0;
let isKilled = false;
let runner: Awaited<ReturnType<typeof startJobRunner>>;
let chief: IndexedPerson;
let member: IndexedPerson;
let mint: Mint;
const sent: MailMessage[] = [];

beforeAll(async () => {
  app = await startTestApp();
  ctx = {
    ...app.ctx,
    now: () => clock || app.ctx.now(),
    mail: {
      close: () => undefined,
      send: async (message) => {
        sent.push(message);
        if (!isKilled) return;
        isKilled = false;
        throw new Error("killed before it was written down");
      },
    },
  };
  await (await noticePlanner.start(app.ctx)).stop();
  runner = await startJobRunner(ctx, [fanOutJob, noticeMailJob, summaryJob]);
  [chief, member] = [await newIndexedPerson(app), await newIndexedPerson(app)];
  mint = await newIndexedTribe(app, chief.person.address);
  await seat(member);
});
afterAll(async () => {
  await runner.stop();
  await app.stop();
});
beforeEach(async () => {
  clock = 0;
  await plan();
  await done();
  for (const table of [
    ...["notices", "notification_settings", "notice_mails", "mail_stops", "mail_events"],
    // One person writes more here than the rate limit allows.
    "message_allowances",
  ])
    await app.ctx.db.execute(sql`delete from ${sql.identifier(table)}`);
  sent.length = 0;
});

const seat = async (who: IndexedPerson) => {
  await indexHolding(app.ctx, mint, who.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, who.person));
};
const newMember = async () => {
  const guest = await newIndexedPerson(app);
  await seat(guest);
  return guest;
};
const say = async (who: IndexedPerson, text: string) => {
  const { uid } = who.person;
  const [sent] = await appendMessages(app.ctx, [{ mint, uid, sessionId: null, clientId: crypto.randomUUID(), text }]);
  if (!sent || sent instanceof Error) throw sent ?? new Error("not sent");
};
const plan = async () => {
  while ((await planBatch(app.ctx)) > 0);
};
/** Waits until only jobs that wait for a retry are left. */
const done = () =>
  expect
    .poll(
      async () =>
        (
          await app.ctx.db.execute(sql`
            select from graphile_worker._private_jobs as job
            join graphile_worker._private_tasks as task on task.id = job.task_id
            where task.identifier in ('notifications.mail', 'notifications.summary', 'notifications.fanOut')`)
        ).rows.length,
      { timeout: 30_000 },
    )
    .toBe(0);
const deliver = async () => {
  await plan();
  await done();
};
const mailsTo = (who: { readonly email: string }) => sent.filter(({ to }) => to === who.email);
const outcomes = async (who: IndexedPerson) =>
  (
    await app.ctx.db.execute<{ outcome: string }>(
      sql`select outcome from notice_mails where uid = ${who.person.uid} order by ended_at, key`,
    )
  ).rows.map(({ outcome }) => outcome);
const settingsOf = async (who: IndexedPerson) => (await who.call(routes.notifications.settings, {})).settings;
const save = (
  who: IndexedPerson,
  body: Parameters<typeof who.call<typeof routes.notifications.saveSettings>>[1]["body"],
) => who.call(routes.notifications.saveSettings, { body });
const loseSeat = (who: IndexedPerson) => indexHolding(app.ctx, mint, who.person.address, 1n);

describe("a lost seat", () => {
  test("is mailed once, with a link that stops such mails by a mail provider's one click, but not by merely opening it", async () => {
    const guest = await newMember();
    await loseSeat(guest);
    await deliver();
    const [mail, ...more] = mailsTo(guest);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      // They sold it away themselves.
      subject: expect.stringMatching(/^You gave up seat \d+ in Tribe$/),
      text: expect.stringContaining(`${app.origin}/token/${mint}`),
      messageId: expect.stringMatching(/^<notice-\d+-1@example\.test>$/),
    });
    expect(mail?.html).toMatch(/You gave up seat \d+ in Tribe/);
    expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const url = /^<(.+)>$/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
    const isOn = async () => (await settingsOf(guest)).emailNotification.insufficientTokensToAccessTribe;

    const opened = await fetch(url, { redirect: "manual" });
    expect([opened.status, opened.headers.get("location")]).toEqual([
      303,
      new URL(url).pathname.replace("/api", "") + new URL(url).search,
    ]);
    expect((await fetch(url, { method: "POST" })).status).toBe(400);
    const press = (at: string) =>
      fetch(at, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    const forged = url.replace(/.$/, (letter) => (letter === "A" ? "B" : "A"));
    expect((await press(forged)).status).toBe(400);
    expect((await press(url.split("?")[0] ?? "")).status).toBe(400);
    expect(await isOn()).toBe(true);
    expect((await press(url)).status).toBe(200);
    expect(await isOn()).toBe(false);
    expect((await press(url)).status).toBe(200);
    expect((await settingsOf(guest)).emailNotification.dailySummary).toBe(false);
  });

  test("is not mailed to people who were blocked, have switched it off, have read it, or have a seat again", async () => {
    const [blocked, silent, reader, back] = [
      await newMember(),
      await newMember(),
      await newMember(),
      await newMember(),
    ];
    await save(silent, { emailNotification: { insufficientTokensToAccessTribe: false } });
    await runner.stop();
    await app.ctx.db.transaction((tx) => blockMember(tx, mint, blocked.person));
    for (const one of [silent, reader, back]) await loseSeat(one);
    await plan();
    await reader.call(routes.notifications.markRead, { body: { ids: null } });
    await indexHolding(app.ctx, mint, back.person.address, 30n);
    await plan();
    runner = await startJobRunner(ctx, [fanOutJob, noticeMailJob, summaryJob]);
    await deliver();
    expect(sent).toEqual([]);
    expect(await outcomes(reader)).toEqual(["stale"]);
  });

  test("that was sent just before the process was killed is mailed once more with the same Message-ID", async () => {
    const guest = await newMember();
    isKilled = true;
    await loseSeat(guest);
    await plan();
    await expect.poll(() => mailsTo(guest).length, { timeout: 30_000 }).toBe(1);
    await app.ctx.db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker._private_jobs), now())`,
    );
    await done();
    const ids = mailsTo(guest).map(({ messageId }) => messageId);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await outcomes(guest)).toEqual(["sent"]);
    const { uid } = guest.person;
    await app.ctx.jobs.add(app.ctx.db, "notifications.mail", { uid, key: `booted:${mint}` });
    await done();
    expect(mailsTo(guest)).toHaveLength(2);
  });
});

describe("a mail's own link", () => {
  const token = (uid: Uid, kind: MailKind, now = app.ctx.now()) =>
    unsubscribeToken({ keys: app.ctx.keys, now: () => now }, { uid, kind });

  test.each(["dailySummary", "insufficientTokensToAccessTribe", "announcements"] as const)(
    "stops only its own kind of mail, %s, and says so, without sign-in",
    async (kind) => {
      await save(member, { emailNotification: { dailySummary: true } });
      const before = await settingsOf(member);
      const visitor = await app.newDevice();
      const ask = { query: { token: token(member.person.uid, kind) } };
      expect(await visitor.call(routes.notifications.mailLink, ask)).toEqual({ kind, isOn: true });
      expect(await settingsOf(member)).toEqual(before);
      await visitor.call(routes.notifications.unsubscribeMail, { body: ask.query });
      expect(await visitor.call(routes.notifications.mailLink, ask)).toEqual({ kind, isOn: false });
      expect(await settingsOf(member)).toEqual({
        ...before,
        emailNotification: { ...before.emailNotification, ...(kind === "announcements" ? {} : { [kind]: false }) },
        delivery: { ...before.delivery, announcementsByMail: kind !== "announcements" },
      });
    },
  );

  test("is refused when it is another person's, older than half a year, or forged; a deleted account's changes nothing", async () => {
    const visitor = await app.newDevice();
    const press = (value: string) =>
      visitor
        .call(routes.notifications.unsubscribeMail, { body: { token: value } })
        .then(() => "done")
        .catch((error: { code: string }) => error.code);
    const { uid } = member.person;
    const [text = "", mac = ""] = token(uid, "dailySummary").split(".");
    const other = Buffer.from(Buffer.from(text, "base64url").toString().replace(uid, chief.person.uid));
    expect(await press(`${other.toString("base64url")}.${mac}`)).toBe("mail_link_invalid");
    expect(await press(token(uid, "dailySummary", app.ctx.now() - 181 * 24 * hourMs))).toBe("mail_link_invalid");
    expect(await press("nonsense")).toBe("mail_link_invalid");
    expect(await press("")).toBe("mail_link_invalid");
    // As a deleted account would have it.
    expect(await press(token("gone" as Uid, "dailySummary"))).toBe("done");
    const { rows } = await app.ctx.db.execute(sql`select from notification_settings`);
    expect(rows).toEqual([]);
  });
});

describe("the daily summary", () => {
  const wantsSummary = async (who: IndexedPerson, timeZone = "Europe/Berlin", summaryHour = 9) => {
    await save(who, { emailNotification: { dailySummary: true }, delivery: { timeZone, summaryHour } });
    return dueOf(who);
  };
  const dueOf = async (who: IndexedPerson): Promise<number> => {
    const { rows } = await app.ctx.db.execute<{ at: string | null }>(
      sql`select summary_at::text as at from notification_settings where uid = ${who.person.uid}`,
    );
    return Date.parse(rows[0]?.at ?? "");
  };
  const comeTo = async (moment: number) => {
    clock = moment;
    const due = await planSummaries(ctx);
    await done();
    return due;
  };
  const hourIn = (moment: number, timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(moment);

  test("is sent at the person's hour with unread messages and holdings, and never twice for the same day", async () => {
    const due = await wantsSummary(member);
    expect(hourIn(due, "Europe/Berlin")).toBe("09:00");
    await say(chief, "Who has wood?");
    await plan();
    expect(await comeTo(due - 1)).toBe(0);
    expect(await comeTo(due)).toBe(1);
    const [mail, ...more] = mailsTo(member);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Your day on Tribe: 1 unread message" });
    expect(mail?.text).toMatch(/UNREAD IN YOUR TRIBES\n.*Who has wood\?[\s\S]*WHAT YOU HOLD\n- Tribe \(/);
    expect(mail?.headers?.["List-Unsubscribe"]).toContain(`${app.origin}/api/unsubscribe?token=`);
    expect(hourIn(await dueOf(member), "Europe/Berlin")).toBe("09:00");
    expect(await comeTo(due + 1)).toBe(0);
    const until = new Date(due).toISOString();
    const { uid } = member.person;
    await app.ctx.jobs.add(app.ctx.db, "notifications.summary", { uid, since: until, until });
    await done();
    expect(mailsTo(member)).toHaveLength(1);
  });

  test("is omitted on a day without events, and continues the day after", async () => {
    const first = await wantsSummary(member);
    await comeTo(first);
    expect(await outcomes(member)).toEqual(["empty"]);
    expect(sent).toEqual([]);
    clock = 0;
    await say(chief, "Somebody here?");
    await plan();
    await app.ctx.db.execute(sql`update notices set at = ${new Date(first + hourMs).toISOString()}::timestamptz`);
    expect(await comeTo(await dueOf(member))).toBe(1);
    expect(mailsTo(member)).toHaveLength(1);
  });

  test("omits chats that the person may no longer read, and read messages", async () => {
    const guest = await newMember();
    const due = await wantsSummary(guest);
    await say(chief, "for members alone");
    await plan();
    await guest.call(routes.notifications.markRead, { body: { ids: null } });
    await comeTo(due);
    expect(sent).toEqual([]);
  });

  test("that is hours late after an outage is omitted, and the next one covers both days", async () => {
    const due = await wantsSummary(member);
    await say(chief, "before the outage");
    await plan();
    expect(await comeTo(due + 7 * hourMs)).toBe(1);
    expect(sent).toEqual([]);
    const next = await dueOf(member);
    expect(next).toBeGreaterThan(due + 7 * hourMs);
    await comeTo(next);
    expect(mailsTo(member)[0]?.text).toContain("before the outage");
  });

  test("follows a person's time zone, without a second one within half a day, and ends when it is switched off", async () => {
    const due = await wantsSummary(member);
    await say(chief, "hello");
    await plan();
    await comeTo(due);
    clock = 0;
    for (const timeZone of ["America/Los_Angeles", "Asia/Kathmandu"]) {
      await save(member, { delivery: { timeZone } });
      const next = await dueOf(member);
      expect(hourIn(next, timeZone)).toBe("09:00");
      expect(next - due).toBeGreaterThanOrEqual(12 * hourMs);
    }
    await save(member, { emailNotification: { dailySummary: false } });
    expect(await dueOf(member)).toBeNaN();
    await save(member, { pushNotification: { newAirdrop: false } });
    expect(await dueOf(member)).toBeNaN();
  });

  test("that is due is not postponed by another setting, and concurrent planners plan it once", async () => {
    const due = await wantsSummary(member);
    await save(member, { pushNotification: { newAirdrop: false }, delivery: { showContent: false } });
    expect(await dueOf(member)).toBe(due);
    await say(chief, "kept to ourselves");
    await plan();
    clock = due;
    const planned = await Promise.all([planSummaries(ctx), planSummaries(ctx), planSummaries(ctx)]);
    expect(planned.reduce((sum, count) => sum + count, 0)).toBe(1);
    await done();
    expect(mailsTo(member)).toHaveLength(1);
    expect(mailsTo(member)[0]?.text).not.toContain("kept to ourselves");
  });
});

test("an operator's announcement is mailed if the operator chose mail, to people who have not switched that off", async () => {
  await save(chief, { delivery: { announcementsByMail: false } });
  const announce = (text: string, isMailed: boolean) =>
    app.ctx.db.transaction((tx) =>
      writeEvent(tx, "system.announced", { id: crypto.randomUUID(), text, route: "/you", isMailed }),
    );
  await announce("In the app alone", false);
  await announce("We move on Sunday", true);
  await deliver();
  await expect.poll(() => mailsTo(member).length, { timeout: 30_000 }).toBe(1);
  await done();
  expect(mailsTo(member)[0]?.text).toContain("We move on Sunday");
  expect(mailsTo(chief)).toEqual([]);
});

describe("the mail provider's webhook", () => {
  const post = async (
    body: unknown,
    {
      id = `msg_${crypto.randomUUID()}`,
      at = app.ctx.now(),
      key = secret,
    }: { id?: string; at?: number; key?: Buffer } = {},
  ) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const seconds = Math.floor(at / 1_000);
    const mac = createHmac("sha256", key).update(`${id}.${seconds}.${text}`).digest("base64");
    const response = await fetch(`${app.origin}/api/webhooks/mail`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...{ "svix-id": id, "svix-timestamp": String(seconds) },
        // While a secret changes there are several signatures.
        "svix-signature": `v1,${Buffer.alloc(32).toString("base64")} v1,${mac}`,
      },
      body: text,
    });
    return response.status;
  };
  const failed = (type: string, to: string, bounce?: { type: string }) => ({
    type,
    created_at: new Date().toISOString(),
    data: { email_id: "1", to: [to], ...(bounce ? { bounce } : {}) },
  });
  const stopOf = async (who: IndexedPerson) => (await who.call(routes.notifications.mailState, {})).stopped;

  test.each([
    ["bounce", "email.bounced", { type: "Permanent" }],
    ["complaint", "email.complained", undefined],
  ] as const)(
    "stops mails after a %s, shows that in the settings, and resumes when the person asks",
    async (reason, type, bounce) => {
      const guest = await newMember();
      const id = `msg_${crypto.randomUUID()}`;
      expect(await post(failed(type, guest.email.toUpperCase(), bounce), { id })).toBe(200);
      expect(await stopOf(guest)).toMatchObject({ reason });
      await loseSeat(guest);
      await deliver();
      expect(mailsTo(guest)).toEqual([]);
      expect(await outcomes(guest)).toEqual(["stopped"]);
      await guest.call(routes.notifications.resumeMail, {});
      expect(await stopOf(guest)).toBeNull();
      // The same event again changes nothing.
      expect(await post(failed(type, guest.email, bounce), { id })).toBe(200);
      expect(await stopOf(guest)).toBeNull();
      expect(await stopOf(member)).toBeNull();
    },
  );

  test("ignores events that stop no mails: a full mailbox, a delivery, an unknown event", async () => {
    expect(await post(failed("email.bounced", member.email, { type: "Transient" }))).toBe(200);
    expect(await post(failed("email.delivered", member.email))).toBe(200);
    expect(await post({ type: "contact.created", data: { anything: 1 } })).toBe(200);
    expect(await stopOf(member)).toBeNull();
  });

  test("is refused when it is unsigned, signed with another key, old, or not JSON", async () => {
    const body = failed("email.complained", member.email);
    expect(await post(body, { key: Buffer.from("another") })).toBe(401);
    expect(await post(body, { at: app.ctx.now() - 400_000 })).toBe(401);
    expect(await post(body, { at: app.ctx.now() + 400_000 })).toBe(401);
    expect(await post(body, { id: "a\u0000b".replace("\u0000", "%") })).toBe(401);
    expect(await post("not json")).toBe(400);
    expect(await post({ type: "email.complained", data: { to: "nobody" } })).toBe(400);
    expect((await fetch(`${app.origin}/api/webhooks/mail`, { method: "POST", body: "{}" })).status).toBe(401);
    expect(await stopOf(member)).toBeNull();
  });
});
