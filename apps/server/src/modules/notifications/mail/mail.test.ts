import { createHmac } from "node:crypto";
import { type MailSwitch, routes, type Uid } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { type IndexedPerson, indexHolding } from "../../indexer/testing/indexed-tribe.ts";
import { blockMember } from "../../membership/index.ts";
import { mailSteps } from "../testing/mail-steps.ts";
import { unsubscribeToken } from "./unsubscribe-link.ts";

const hourMs = 3_600_000;
const secret = Buffer.from("tests sign by this");

const {
  app,
  chief,
  member,
  mint,
  sent,
  killAfterNextMail,
  stopRunner,
  startRunner,
  newMember,
  plan,
  done,
  deliver,
  mailsTo,
  outcomes,
  settingsOf,
  save,
  loseSeat,
} = mailSteps();

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
      text: expect.stringContaining(`${app().origin}/token/${mint()}`),
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
    await stopRunner();
    await app().ctx.db.transaction((tx) => blockMember(tx, mint(), blocked.person));
    for (const one of [silent, reader, back]) await loseSeat(one);
    await plan();
    await reader.call(routes.notifications.markRead, { body: { ids: null } });
    await indexHolding(app().ctx, mint(), back.person.address, 30n);
    await plan();
    await startRunner();
    await deliver();
    expect(sent).toEqual([]);
    expect(await outcomes(reader)).toEqual(["stale"]);
  });

  test("that was sent just before the process was killed is mailed once more with the same Message-ID", async () => {
    const guest = await newMember();
    killAfterNextMail();
    await loseSeat(guest);
    await plan();
    await expect.poll(() => mailsTo(guest).length, { timeout: 30_000 }).toBe(1);
    await app().ctx.db.execute(
      sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker._private_jobs), now())`,
    );
    await done();
    const ids = mailsTo(guest).map(({ messageId }) => messageId);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(await outcomes(guest)).toEqual(["sent"]);
    const { uid } = guest.person;
    await app().ctx.jobs.add(app().ctx.db, "notifications.mail", { uid, key: `booted:${mint()}` });
    await done();
    expect(mailsTo(guest)).toHaveLength(2);
  });
});

describe("a mail's own link", () => {
  const token = (uid: Uid, kind: MailSwitch, now = app().ctx.now()) =>
    unsubscribeToken({ keys: app().ctx.keys, now: () => now }, { uid, kind });

  test.each(["dailySummary", "insufficientTokensToAccessTribe", "announcements"] as const)(
    "stops only its own kind of mail, %s, and says so, without sign-in",
    async (kind) => {
      await save(member(), { emailNotification: { dailySummary: true } });
      const before = await settingsOf(member());
      const visitor = await app().newDevice();
      const ask = { query: { token: token(member().person.uid, kind) } };
      expect(await visitor.call(routes.notifications.mailLink, ask)).toEqual({ kind, isOn: true });
      expect(await settingsOf(member())).toEqual(before);
      await visitor.call(routes.notifications.unsubscribeMail, { body: ask.query });
      expect(await visitor.call(routes.notifications.mailLink, ask)).toEqual({ kind, isOn: false });
      expect(await settingsOf(member())).toEqual({
        ...before,
        emailNotification: { ...before.emailNotification, ...(kind === "announcements" ? {} : { [kind]: false }) },
        delivery: { ...before.delivery, announcementsByMail: kind !== "announcements" },
      });
    },
  );

  test("is refused when it is another person's, older than half a year, or forged; a deleted account's changes nothing", async () => {
    const visitor = await app().newDevice();
    const press = (value: string) =>
      visitor
        .call(routes.notifications.unsubscribeMail, { body: { token: value } })
        .then(() => "done")
        .catch((error: { code: string }) => error.code);
    const { uid } = member().person;
    const [text = "", mac = ""] = token(uid, "dailySummary").split(".");
    const other = Buffer.from(Buffer.from(text, "base64url").toString().replace(uid, chief().person.uid));
    expect(await press(`${other.toString("base64url")}.${mac}`)).toBe("mail_link_invalid");
    expect(await press(token(uid, "dailySummary", app().ctx.now() - 181 * 24 * hourMs))).toBe("mail_link_invalid");
    expect(await press("nonsense")).toBe("mail_link_invalid");
    expect(await press("")).toBe("mail_link_invalid");
    // As a deleted account would have it.
    expect(await press(token("gone" as Uid, "dailySummary"))).toBe("done");
    const { rows } = await app().ctx.db.execute(sql`select from notification_settings`);
    expect(rows).toEqual([]);
  });
});

test("an operator's announcement is mailed if the operator chose mail, to people who have not switched that off", async () => {
  await save(chief(), { delivery: { announcementsByMail: false } });
  const announce = (text: string, isMailed: boolean) =>
    app().ctx.db.transaction((tx) =>
      writeEvent(tx, "system.announced", { id: crypto.randomUUID(), text, route: "/you", isMailed }),
    );
  await announce("In the app alone", false);
  await announce("We move on Sunday", true);
  await deliver();
  await expect.poll(() => mailsTo(member()).length, { timeout: 30_000 }).toBe(1);
  await done();
  expect(mailsTo(member())[0]?.text).toContain("We move on Sunday");
  expect(mailsTo(chief())).toEqual([]);
});

describe("the mail provider's webhook", () => {
  const post = async (
    body: unknown,
    {
      id = `msg_${crypto.randomUUID()}`,
      at = app().ctx.now(),
      key = secret,
    }: { id?: string; at?: number; key?: Buffer } = {},
  ) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const seconds = Math.floor(at / 1_000);
    const mac = createHmac("sha256", key).update(`${id}.${seconds}.${text}`).digest("base64");
    const response = await fetch(`${app().origin}/api/webhooks/mail`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "svix-id": id,
        "svix-timestamp": String(seconds),
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
      expect(await stopOf(member())).toBeNull();
    },
  );

  test("ignores events that stop no mails: a full mailbox, a delivery, an unknown event", async () => {
    expect(await post(failed("email.bounced", member().email, { type: "Transient" }))).toBe(200);
    expect(await post(failed("email.delivered", member().email))).toBe(200);
    expect(await post({ type: "contact.created", data: { anything: 1 } })).toBe(200);
    expect(await stopOf(member())).toBeNull();
  });

  test("is refused when it is unsigned, signed with another key, old, or not JSON", async () => {
    const body = failed("email.complained", member().email);
    expect(await post(body, { key: Buffer.from("another") })).toBe(401);
    expect(await post(body, { at: app().ctx.now() - 400_000 })).toBe(401);
    expect(await post(body, { at: app().ctx.now() + 400_000 })).toBe(401);
    expect(await post(body, { id: "a\u0000b".replace("\u0000", "%") })).toBe(401);
    expect(await post("not json")).toBe(400);
    expect(await post({ type: "email.complained", data: { to: "nobody" } })).toBe(400);
    expect((await fetch(`${app().origin}/api/webhooks/mail`, { method: "POST", body: "{}" })).status).toBe(401);
    expect(await stopOf(member())).toBeNull();
  });
});
