import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { catchMail } from "../../testing/catch-mail.ts";
import { mailsSent, startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { queueMail } from "./mail-job.ts";
import { openSmtpMail } from "./smtp.ts";

/** A mail server that acknowledges nothing until the test lets it. */
const startSlowMailServer = async () => {
  let release = () => {};
  let gate = Promise.resolve();
  const mails = await catchMail(() => gate);
  return {
    ...mails,
    hang: () => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
};

let smtp: Awaited<ReturnType<typeof startSlowMailServer>>;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSlowMailServer();
  const mail = openSmtpMail({ url: smtp.url, from: "Tribe <no-reply@example.test>", log: pino({ level: "silent" }) });
  app = await startTestApp({ mail });
});
beforeEach(() => smtp.hang());
afterAll(async () => {
  smtp.release();
  await app.stop();
  await smtp.stop();
});

const startEmail = async (email: string) =>
  (await app.newDevice()).call(routes.identity.startEmail, { body: { email } });
const waitingJobs = async () =>
  (await app.ctx.db.execute<{ payload: unknown }>(sql`select payload from graphile_worker._private_jobs`)).rows;

test("a sign-in is answered while the mail server hangs, other calls go on, and the mail arrives once", async () => {
  const emails = Array.from({ length: 50 }, (_, index) => `patient-${index}@example.test`);
  await Promise.all(emails.map(startEmail));
  await (await app.newDevice()).call(routes.system.config, {});
  expect(smtp.texts()).toEqual([]);
  smtp.release();
  await mailsSent(app.ctx);
  const receivers = smtp.texts().map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim());
  expect(receivers.sort()).toEqual(emails.sort());
});

test("no mail is sent to a server without TLS where mail must be encrypted", async () => {
  smtp.release();
  const message = { to: "open@example.test", subject: "open", text: "open", html: "open" };
  const options = { url: smtp.url, from: "Tribe <no-reply@example.test>", log: pino({ level: "silent" }) };
  const encrypted = openSmtpMail({ ...options, mustEncrypt: true });
  await expect(encrypted.send(message)).rejects.toMatchObject({ code: "unavailable" });
  encrypted.close();
  expect(smtp.texts().filter((text) => text.includes("open@example.test"))).toEqual([]);
  const plain = openSmtpMail(options);
  await plain.send(message);
  plain.close();
  expect(smtp.texts().filter((text) => text.includes("open@example.test"))).toHaveLength(1);
});

test("no table contains the plain code of a queued mail", async () => {
  await startEmail("sealed@example.test");
  const waiting = JSON.stringify(await waitingJobs());
  smtp.release();
  await mailsSent(app.ctx);
  const code = /^[0-9]{6}$/m.exec(smtp.texts().at(-1) ?? "")?.[0];
  expect(code).toBeDefined();
  expect(waiting).toContain("sealed");
  expect(waiting).not.toContain(code);
  expect(waiting).not.toContain("example.test");
});

test("a mail whose code has expired is not sent", async () => {
  const { db } = app.ctx;
  const message = { to: "late@example.test", subject: "late", text: "late", html: "late" };
  await db.transaction((tx) => queueMail(app.ctx, tx, message, -1));
  smtp.release();
  await mailsSent(app.ctx);
  expect(smtp.texts().filter((text) => text.includes("late@example.test"))).toEqual([]);
});

test("a mail is not sent when its command rolls back", async () => {
  const message = { to: "undone@example.test", subject: "undone", text: "undone", html: "undone" };
  const command = app.ctx.db.transaction(async (tx) => {
    await queueMail(app.ctx, tx, message, 600);
    throw new Error("no");
  });
  await expect(command).rejects.toThrow("no");
  smtp.release();
  await mailsSent(app.ctx);
  expect(smtp.texts().filter((text) => text.includes("undone@example.test"))).toEqual([]);
});
