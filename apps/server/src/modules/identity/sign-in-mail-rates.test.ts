import { ApiError, createApiClient, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailSends } from "../../engines/mail/schema.ts";
import { codeFor, mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { networkMailsKey, newAddressMailsKey } from "./sign-in-mail-rates.ts";

const { identity } = routes;
let server: TestApp;
beforeAll(async () => {
  // Behind one proxy, so that a test can choose a call's network. Five minutes' worth of mails are ten.
  server = await startTestApp({ config: { mode: "production", trustProxy: 1, newAddressMailsPerMinute: 2 } });
});
afterAll(() => server.stop());

const deviceAt = async (address: string): Promise<TestDevice> => {
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", address);
    return fetch(input, { ...init, headers });
  };
  const credentials = await createApiClient({ origin: server.origin, credentials: () => null, fetch: send })(
    identity.createDevice,
    {},
  );
  const call = createApiClient({ origin: server.origin, credentials: () => credentials, fetch: send });
  return { credentials, cookie: "", call };
};
const ask = (device: TestDevice, email: string) => device.call(identity.startEmail, { body: { email } });
const askFrom = async (address: string, email: string) => ask(await deviceAt(address), email);
const signUp = async (address: string, email: string) => {
  const device = await deviceAt(address);
  await ask(device, email);
  await device.call(identity.verifyEmail, { body: { email, code: await codeFor(server, email) } });
  return device;
};
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email).length;
const waiting = async () => {
  const { rows } = await server.ctx.db.execute<{ seconds: number }>(sql`
    select extract(epoch from run_at - now())::float8 as seconds from graphile_worker._private_jobs where run_at > now()`);
  return rows.map(({ seconds }) => seconds);
};
/** As if the mails so far had been so far ahead of their rate. */
const setAhead = (key: string, seconds: number) =>
  server.ctx.db
    .insert(mailSends)
    .values({ key, sentAt: sql`now() + make_interval(secs => ${seconds}::float8)` })
    .onConflictDoUpdate({
      target: mailSends.key,
      set: { sentAt: sql`now() + make_interval(secs => ${seconds}::float8)` },
    });
const figure = async () => {
  const authorization = `Bearer ${server.ctx.config.metricsToken}`;
  const text = await (await fetch(`${server.origin}/metrics`, { headers: { authorization } })).text();
  return Number(/^tribe_new_address_mails_ahead_seconds (.*)$/m.exec(text)?.[1]);
};

test("a network gets two hundred mails an hour to whatever addresses, and devices that know their address are not counted", async () => {
  const known = await signUp("10.1.0.1", "known@example.test");
  const key = networkMailsKey(server.ctx.keys, "10.1.0.1");
  // One of two hundred takes eighteen seconds of the hour.
  await setAhead(key, 3_600 - 19);
  expect(await askFrom("10.1.0.1", "first@example.test")).toMatchObject({ resendAfterSeconds: 30 });
  const refusal = await askFrom("10.1.0.1", "second@example.test").catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "too_many_requests" });
  expect(refusal instanceof ApiError && refusal.retryAfterSeconds).toBeGreaterThan(0);
  await askFrom("10.1.0.2", "second@example.test");
  await server.ctx.db.execute(
    sql`update mail_sends set sent_at = sent_at - interval '31 seconds' where sent_at < now()`,
  );
  await ask(known, "known@example.test");
  await mailsSent(server.ctx);
  expect(["first", "second", "known"].map((name) => mailsTo(`${name}@example.test`))).toEqual([1, 1, 2]);
});

test("when too many go to new addresses those wait, people with an account get theirs at once, and no answer tells which", async () => {
  const key = newAddressMailsKey(server.ctx.keys);
  await setAhead(key, 0);
  await signUp("10.2.0.1", "member@example.test");
  await setAhead(key, 270);
  const before = server.logs.length;
  const last = await askFrom("10.2.0.2", "new-1@example.test");
  expect(await waiting()).toEqual([]);
  const late = await askFrom("10.2.0.3", "new-2@example.test");
  const member = await askFrom("10.2.0.4", "member@example.test");
  expect([late, member]).toEqual([last, last]);
  const [seconds = 0] = await waiting();
  expect(seconds).toBeGreaterThan(10);
  expect(seconds).toBeLessThanOrEqual(30);
  await expect.poll(() => mailsTo("member@example.test")).toBe(2);
  expect([mailsTo("new-1@example.test"), mailsTo("new-2@example.test")]).toEqual([1, 0]);
  expect(await figure()).toBeGreaterThan(300);
  const lines = server.logs.slice(before).map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level === 40)).toMatchObject([
    { msg: "code mails to new addresses wait", perMinute: 2 },
  ]);
  // When its time has come, it is an ordinary mail.
  await server.ctx.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
  await codeFor(server, "new-2@example.test");
});

test("a mail that would come too late to be of use is not sent, and the next ones wait no longer for it", async () => {
  const key = newAddressMailsKey(server.ctx.keys);
  await setAhead(key, 599);
  expect(await askFrom("10.3.0.1", "too-late@example.test")).toMatchObject({ resendAfterSeconds: 30 });
  expect(await waiting()).toEqual([]);
  expect(await figure()).toBeLessThan(600);
  await setAhead(key, 0);
  await askFrom("10.3.0.1", "in-time@example.test");
  await codeFor(server, "in-time@example.test");
  expect(mailsTo("too-late@example.test")).toBe(0);
});
