import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { queueMail } from "./mail-job.ts";
import { openSmtpMail } from "./smtp.ts";

/** A mail server that does not answer until the test lets it. */
const startSlowMailServer = async () => {
  const taken: string[] = [];
  let letGo = () => {};
  let gate = Promise.resolve();
  const server = createServer((socket) => {
    let text = "";
    let isData = false;
    socket.on("error", () => socket.destroy());
    socket.write("220 slow\r\n");
    socket.on("data", (chunk) => {
      text += chunk.toString();
      for (;;) {
        const end = isData ? "\r\n.\r\n" : "\r\n";
        const at = text.indexOf(end);
        if (at < 0) return;
        const part = text.slice(0, at);
        text = text.slice(at + end.length);
        if (isData) {
          isData = false;
          void gate.then(() => {
            taken.push(part);
            socket.write("250 kept\r\n");
          });
        } else if (part === "DATA") {
          isData = true;
          socket.write("354 go on\r\n");
        } else if (part === "STARTTLS") socket.write("502 no TLS here\r\n");
        else socket.write(part === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has no other kind of address
    taken,
    hang: () => {
      gate = new Promise((resolve) => {
        letGo = resolve;
      });
    },
    letGo: () => letGo(),
    stop: () => server.close(),
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
  smtp.letGo();
  await app.stop();
  smtp.stop();
});

const startEmail = async (email: string) =>
  (await app.newDevice()).call(routes.identity.startEmail, { body: { email } });
const waitingJobs = async () =>
  (await app.ctx.db.execute<{ payload: unknown }>(sql`select payload from graphile_worker._private_jobs`)).rows;

test("a sign-in is answered while the mail server hangs, other calls go on, and the mail arrives once", async () => {
  const emails = Array.from({ length: 50 }, (_, index) => `patient-${index}@example.test`);
  await Promise.all(emails.map(startEmail));
  await (await app.newDevice()).call(routes.system.config, {});
  expect(smtp.taken).toEqual([]);
  smtp.letGo();
  await mailsSent(app.ctx);
  const receivers = smtp.taken.map((text) => /^To: (.*)$/m.exec(text)?.[1]?.trim());
  expect(receivers.sort()).toEqual(emails.sort());
});

test("no mail is sent to a server without TLS where mail must be encrypted", async () => {
  smtp.letGo();
  const message = { to: "open@example.test", subject: "open", text: "open", html: "open" };
  const options = { url: smtp.url, from: "Tribe <no-reply@example.test>", log: pino({ level: "silent" }) };
  const encrypted = openSmtpMail({ ...options, mustEncrypt: true });
  await expect(encrypted.send(message)).rejects.toMatchObject({ code: "unavailable" });
  encrypted.close();
  expect(smtp.taken.filter((text) => text.includes("open@example.test"))).toEqual([]);
  const plain = openSmtpMail(options);
  await plain.send(message);
  plain.close();
  expect(smtp.taken.filter((text) => text.includes("open@example.test"))).toHaveLength(1);
});

test("no table contains the plain code of a queued mail", async () => {
  await startEmail("sealed@example.test");
  const waiting = JSON.stringify(await waitingJobs());
  smtp.letGo();
  await mailsSent(app.ctx);
  const code = /^[0-9]{6}$/m.exec(smtp.taken.at(-1) ?? "")?.[0];
  expect(code).toBeDefined();
  expect(waiting).toContain("sealed");
  expect(waiting).not.toContain(code);
  expect(waiting).not.toContain("example.test");
});

test("a mail whose code has expired is not sent", async () => {
  const { db } = app.ctx;
  const message = { to: "late@example.test", subject: "late", text: "late", html: "late" };
  await db.transaction((tx) => queueMail(app.ctx, tx, message, -1));
  smtp.letGo();
  await mailsSent(app.ctx);
  expect(smtp.taken.filter((text) => text.includes("late@example.test"))).toEqual([]);
});

test("a mail is not sent when its command rolls back", async () => {
  const message = { to: "undone@example.test", subject: "undone", text: "undone", html: "undone" };
  const command = app.ctx.db.transaction(async (tx) => {
    await queueMail(app.ctx, tx, message, 600);
    throw new Error("no");
  });
  await expect(command).rejects.toThrow("no");
  smtp.letGo();
  await mailsSent(app.ctx);
  expect(smtp.taken.filter((text) => text.includes("undone@example.test"))).toEqual([]);
});
