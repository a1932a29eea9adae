import { type Mint, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { AppContext } from "../../../context/context.ts";
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
import { takeSeat } from "../../membership/index.ts";
import { noticeMailJob } from "../mail/notice-mail-job.ts";
import { summaryJob } from "../mail/summary-job.ts";
import { fanOutJob } from "../planning/fan-out-job.ts";
import { noticePlanner, planBatch } from "../planning/planner.ts";

/**
 * A server for a whole test file with a Tribe, its Chief and one member, and the steps of mails about it. Notices are planned and
 * mails are sent when a test says so. Called at the top of a file: it starts and stops with the file's tests.
 */
export const mailSteps = () => {
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
    await startRunner();
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
  const sendMessage = async (who: IndexedPerson, text: string) => {
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

  const startRunner = async () => {
    runner = await startJobRunner(ctx, [fanOutJob, noticeMailJob, summaryJob]);
  };
  return {
    app: () => app,
    /** The server's context with the clock and the mail server of these steps. */
    ctx: () => ctx,
    chief: () => chief,
    member: () => member,
    mint: () => mint,
    /** All mails since the test began. */
    sent,
    /** Sets the clock, ms since 1970; 0 lets it run as the server's. */
    setClock: (moment: number): void => {
      clock = moment;
    },
    /** Kills the process after its next mail was sent, before that is written down. */
    killAfterNextMail: (): void => {
      isKilled = true;
    },
    stopRunner: () => runner.stop(),
    startRunner,
    newMember,
    sendMessage,
    plan,
    done,
    deliver,
    mailsTo,
    outcomes,
    settingsOf,
    save,
    loseSeat,
  };
};
