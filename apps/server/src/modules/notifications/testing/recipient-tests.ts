import { notificationTypes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AppContext } from "../../../context/context.ts";
import { startJobRunner } from "../../../engines/jobs/graphile.ts";
import type { MailMessage } from "../../../engines/mail/port.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { noticeMailJob } from "../mail/notice-mail-job.ts";
import { fanOutJob } from "../planning/fan-out-job.ts";
import { noticePlanner, planBatch } from "../planning/planner.ts";
import { presentNotices } from "../present.ts";
import { pushJob } from "../push/push-job.ts";
import { notices } from "../schema.ts";
import { causeAllEvents, changeBeforeItsTurn, keyOf, mailMark, type RecipientEvents } from "./recipient-events.ts";
import { type Cell, enterRecipientScene, type RecipientScene } from "./recipient-scene.ts";
import {
  type ChoicesTried,
  choiceOf,
  expectedOf,
  type NoticeEvent,
  needsSeat,
  noticeEvents,
  type Outcome,
  type State,
  states,
} from "./recipient-table.ts";

/**
 * Tests cells of the table in recipient-table.ts: every event happens to everybody, then pushes and mails are sent, and three hours
 * later once more.
 */
export const testRecipients = (tried: ChoicesTried): void => {
  let app: TestApp;
  let ctx: AppContext;
  let scene: RecipientScene;
  let events: RecipientEvents;
  const pushed: { readonly browser: string; readonly tag: string }[] = [];
  let pushedAtFirst = 0;
  const mails: MailMessage[] = [];

  beforeAll(async () => {
    app = await startTestApp({
      push: {
        applicationServerKey: "key",
        isUsable: () => true,
        send: async ({ endpoint }, { payload }) => {
          if (endpoint.endsWith("/gone")) return { kind: "gone", status: 410 };
          pushed.push({ browser: new URL(endpoint).pathname.slice(1), tag: JSON.parse(payload).tag });
          return { kind: "sent", status: 201 };
        },
        close: () => undefined,
      },
      mail: {
        send: async (message) => {
          mails.push(message);
          // The tests read sign-in codes there.
          app.mails.push(message);
        },
        close: () => undefined,
      },
    });
    ctx = app.ctx;
    scene = await enterRecipientScene(app, tried);
    await (await noticePlanner.start(ctx)).stop();
    events = await causeAllEvents(scene);
    await plan();
    await work([fanOutJob]);
    await changeBeforeItsTurn(scene, events);
    await plan();
    await work([pushJob, noticeMailJob]);
    pushedAtFirst = pushed.length;
    app.clock.offset = 3 * 3_600_000;
    await ctx.db.execute(sql`
    update graphile_worker._private_jobs set run_at = now() where run_at <= now() + interval '3 hours'`);
    await work([pushJob, noticeMailJob]);
  }, 600_000);
  afterAll(() => app?.stop());

  /** Runs all due jobs. */
  const work = async (jobs: Parameters<typeof startJobRunner>[1]): Promise<void> => {
    const names = sql.join(
      jobs.map(({ name }) => sql`${name}`),
      sql`, `,
    );
    const runner = await startJobRunner(ctx, jobs);
    const due = async () =>
      (
        await ctx.db.execute(sql`
        select from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
        where task.identifier in (${names}) and job.run_at <= now()`)
      ).rows.length;
    try {
      await vi.waitFor(async () => expect(await due()).toBe(0), { timeout: 300_000, interval: 50 });
    } finally {
      await runner.stop();
    }
  };
  const plan = async (): Promise<void> => {
    while ((await planBatch(ctx)) > 0);
  };

  /** The notices in a person's list. */
  const shown = async (state: State): Promise<ReadonlyMap<string, "unread" | "read">> => {
    const uids = scene.inState(state).map(({ uid }) => uid);
    const rows = await ctx.db
      .select()
      .from(notices)
      .where(sql`${notices.uid} = any(${sql.param(uids)})`);
    const ids = new Set((await presentNotices(ctx.db, rows)).map(({ id }) => id));
    return new Map(
      rows
        .filter(({ id }) => ids.has(String(id)))
        .map(({ uid, key, readAt }) => [`${uid} ${key}`, readAt ? "read" : "unread"]),
    );
  };
  const outcomeOf = (event: NoticeEvent, cell: Cell, list: ReadonlyMap<string, "unread" | "read">): Outcome => {
    const key = keyOf(scene, events, event, cell);
    const times = pushed.flatMap(({ browser, tag }, index) => (browser === cell.uid && tag === key ? [index] : []));
    const [first, again] = times;
    if (again !== undefined) throw new Error(`${cell.uid} was pushed ${key} twice`);
    const mark = mailMark(scene, event, cell);
    return {
      list: list.get(`${cell.uid} ${key}`) ?? "absent",
      push: first === undefined ? "never" : first < pushedAtFirst ? "now" : "later",
      mail: mark !== null && mails.some(({ to, text }) => to === cell.email && text.includes(mark)),
    };
  };

  describe.each(states)("a person who %s", (state) => {
    test.each(noticeEvents)("is notified of %s by their settings", async (event) => {
      const list = await shown(state);
      const of = (outcome: (cell: Cell) => Outcome) =>
        Object.fromEntries(scene.inState(state).map((cell) => [cell.choice, outcome(cell)]));
      const expected = of(({ choice }) => expectedOf(event, choice, state));
      expect(of((cell) => outcomeOf(event, cell, list))).toEqual(expected);
    });
  });

  test("nobody gets any other mail, or one twice", () => {
    const got = scene.cells.map(({ email }) => mails.filter(({ to }) => to === email).length);
    const wanted = ({ choice: name, state }: Cell) => {
      const ofThese = noticeEvents.filter((event) => expectedOf(event, name, state).mail).length;
      // People who lose the seats in between are notified of each.
      const losesMore = state === "loses the seat before its turn" && choiceOf(name).on.includes("mails of lost seats");
      return ofThese + (losesMore ? needsSeat.length : 0);
    };
    expect(got).toEqual(scene.cells.map(wanted));
    const known = new Set(scene.cells.map(({ email }) => email));
    expect(mails.filter(({ to }) => !known.has(to) && to !== scene.author.email)).toEqual([]);
  });

  test("an event in this test creates every type of notification", async () => {
    const rows = await ctx.db.selectDistinct({ type: notices.type }).from(notices);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(notificationTypes));
  });
};
