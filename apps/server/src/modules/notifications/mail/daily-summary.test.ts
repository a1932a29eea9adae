import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { IndexedPerson } from "../../indexer/testing/indexed-tribe.ts";
import { mailSteps } from "../testing/mail-steps.ts";
import { planSummaries } from "./plan-summaries.ts";

const hourMs = 3_600_000;

const { app, ctx, chief, member, sent, setClock, newMember, sendMessage, plan, done, mailsTo, outcomes, save } =
  mailSteps();

describe("the daily summary", () => {
  const wantsSummary = async (who: IndexedPerson, timeZone = "Europe/Berlin", summaryHour = 9) => {
    await save(who, { emailNotification: { dailySummary: true }, delivery: { timeZone, summaryHour } });
    return dueOf(who);
  };
  const dueOf = async (who: IndexedPerson): Promise<number> => {
    const { rows } = await app().ctx.db.execute<{ at: string | null }>(
      sql`select summary_at::text as at from notification_settings where uid = ${who.person.uid}`,
    );
    return Date.parse(rows[0]?.at ?? "");
  };
  const comeTo = async (moment: number) => {
    setClock(moment);
    const due = await planSummaries(ctx());
    await done();
    return due;
  };
  const hourIn = (moment: number, timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(moment);

  test("is sent at the person's hour with unread messages and holdings, and never twice for the same day", async () => {
    const due = await wantsSummary(member());
    expect(hourIn(due, "Europe/Berlin")).toBe("09:00");
    await sendMessage(chief(), "Who has wood?");
    await plan();
    expect(await comeTo(due - 1)).toBe(0);
    expect(await comeTo(due)).toBe(1);
    const [mail, ...more] = mailsTo(member());
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Your day on Tribe: 1 unread message" });
    expect(mail?.text).toMatch(/UNREAD IN YOUR TRIBES\n.*Who has wood\?[\s\S]*WHAT YOU HOLD\n- Tribe \(/);
    expect(mail?.headers?.["List-Unsubscribe"]).toContain(`${app().origin}/api/unsubscribe?token=`);
    expect(hourIn(await dueOf(member()), "Europe/Berlin")).toBe("09:00");
    expect(await comeTo(due + 1)).toBe(0);
    const until = new Date(due).toISOString();
    const { uid } = member().person;
    await app().ctx.jobs.add(app().ctx.db, "notifications.summary", { uid, since: until, until });
    await done();
    expect(mailsTo(member())).toHaveLength(1);
  });

  test("is omitted on a day without events, and continues the day after", async () => {
    const first = await wantsSummary(member());
    await comeTo(first);
    expect(await outcomes(member())).toEqual(["empty"]);
    expect(sent).toEqual([]);
    setClock(0);
    await sendMessage(chief(), "Somebody here?");
    await plan();
    await app().ctx.db.execute(sql`update notices set at = ${new Date(first + hourMs).toISOString()}::timestamptz`);
    expect(await comeTo(await dueOf(member()))).toBe(1);
    expect(mailsTo(member())).toHaveLength(1);
  });

  test("omits chats that the person may no longer read, and read messages", async () => {
    const guest = await newMember();
    const due = await wantsSummary(guest);
    await sendMessage(chief(), "for members alone");
    await plan();
    await guest.call(routes.notifications.markRead, { body: { ids: null } });
    await comeTo(due);
    expect(sent).toEqual([]);
  });

  test("that is hours late after an outage is omitted, and the next one covers both days", async () => {
    const due = await wantsSummary(member());
    await sendMessage(chief(), "before the outage");
    await plan();
    expect(await comeTo(due + 7 * hourMs)).toBe(1);
    expect(sent).toEqual([]);
    const next = await dueOf(member());
    expect(next).toBeGreaterThan(due + 7 * hourMs);
    await comeTo(next);
    expect(mailsTo(member())[0]?.text).toContain("before the outage");
  });

  test("follows a person's time zone, without a second one within half a day, and ends when it is switched off", async () => {
    const due = await wantsSummary(member());
    await sendMessage(chief(), "hello");
    await plan();
    await comeTo(due);
    setClock(0);
    for (const timeZone of ["America/Los_Angeles", "Asia/Kathmandu"]) {
      await save(member(), { delivery: { timeZone } });
      const next = await dueOf(member());
      expect(hourIn(next, timeZone)).toBe("09:00");
      expect(next - due).toBeGreaterThanOrEqual(12 * hourMs);
    }
    await save(member(), { emailNotification: { dailySummary: false } });
    expect(await dueOf(member())).toBeNaN();
    await save(member(), { pushNotification: { newAirdrop: false } });
    expect(await dueOf(member())).toBeNaN();
  });

  test("that is due is not postponed by another setting, and concurrent planners plan it once", async () => {
    const due = await wantsSummary(member());
    await save(member(), { pushNotification: { newAirdrop: false }, delivery: { showContent: false } });
    expect(await dueOf(member())).toBe(due);
    await sendMessage(chief(), "kept to ourselves");
    await plan();
    setClock(due);
    const planned = await Promise.all([planSummaries(ctx()), planSummaries(ctx()), planSummaries(ctx())]);
    expect(planned.reduce((sum, count) => sum + count, 0)).toBe(1);
    await done();
    expect(mailsTo(member())).toHaveLength(1);
    expect(mailsTo(member())[0]?.text).not.toContain("kept to ourselves");
  });
});
