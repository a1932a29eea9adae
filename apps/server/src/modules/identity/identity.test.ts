import { ApiError, mailCode, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeFor, mailsSent, startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { setTwitter } from "./store/edit-people.ts";

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => server.stop());

const { identity } = routes;
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

test("a mailed code opens a session that signs calls", async () => {
  const person = await server.newPerson("ada@example.test");
  const { localUser } = await person.call(identity.signIn, { body: { loginMethod: "email" } });
  expect(localUser).toMatchObject({ email: "ada@example.test", address: null, tokens: [], isReferral: false });
});

test("a sign-in method that is not configured is refused with its name", async () => {
  const person = await server.newPerson();
  const { signInMethods } = await person.call(routes.system.config, {});
  expect(signInMethods).toEqual(["email"]);
  await expect(person.call(identity.signIn, { body: { loginMethod: "google" } })).rejects.toMatchObject({
    code: "invalid_field",
    status: 400,
    field: "body.loginMethod",
  });
});

test("the same address in upper or lower case is the same person", async () => {
  const first = await server.newPerson("Grace@Example.test".toLowerCase());
  await letResend();
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email: " GRACE@example.TEST " } });
  const session = await device.call(identity.verifyEmail, {
    body: { email: "grace@example.test", code: await codeFor(server, "grace@example.test") },
  });
  device.credentials = { ...device.credentials, session };
  const [a, b] = await Promise.all(
    [first, device].map((each) => each.call(identity.signIn, { body: { loginMethod: "email" } })),
  );
  expect(a?.localUser.uid).toBe(b?.localUser.uid);
});

test("a code works once", async () => {
  const email = "once@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  const code = await codeFor(server, email);
  await device.call(identity.verifyEmail, { body: { email, code } });
  await expect(device.call(identity.verifyEmail, { body: { email, code } })).rejects.toMatchObject({
    code: "mail_code_expired",
  });
});

test("only one of two concurrent calls with one code signs in", async () => {
  const email = "race@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  const code = await codeFor(server, email);
  const results = await Promise.allSettled(
    [1, 2].map(() => device.call(identity.verifyEmail, { body: { email, code } })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a wrong code is refused, and after five attempts even the right one", async () => {
  const email = "guess@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  const code = await codeFor(server, email);
  const guess = (text: string) => device.call(identity.verifyEmail, { body: { email, code: text } });
  for (let attempt = 0; attempt < mailCode.attempts; attempt += 1)
    await expect(guess(wrong(code))).rejects.toMatchObject({ code: "mail_code_wrong" });
  await expect(guess(code)).rejects.toMatchObject({ code: "mail_code_attempts" });
});

test("a code expires after ten minutes", async () => {
  const email = "late@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  await server.ctx.db.execute(sql`update sign_in_codes set expires_at = expires_at - interval '10 minutes'`);
  await expect(
    device.call(identity.verifyEmail, { body: { email, code: await codeFor(server, email) } }),
  ).rejects.toMatchObject({ code: "mail_code_expired" });
});

test("codes are stored as MACs, secrets sealed, tokens hashed", async () => {
  const email = "hidden@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  const code = await codeFor(server, email);
  const { rows } = await server.ctx.db.execute(
    sql`select * from sign_in_codes where device_id = ${device.credentials.deviceId}`,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`\\b${code}\\b|${email}`));
  const session = await device.call(identity.verifyEmail, { body: { email, code } });
  const dump = await server.ctx.db.execute(sql`select * from sessions`);
  const text = JSON.stringify(dump.rows, (_key, value) =>
    Buffer.isBuffer(value) ? value.toString("base64url") : value,
  );
  expect(text).not.toContain(session.accessToken);
  expect(text).not.toContain(session.sessionSecret);
});

test("mails follow each other after 30 s at the earliest, and after ten the pause is longer", async () => {
  const email = "flood@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  await mailsSent(server.ctx);
  const before = server.mails.length;
  await expect(device.call(identity.startEmail, { body: { email } })).rejects.toMatchObject({
    code: "too_many_requests",
    retryAfterSeconds: mailCode.resendSeconds,
  });
  await server.ctx.db.execute(sql`update mail_sends set count = 10`);
  await letResend();
  const impatient = await device.call(identity.startEmail, { body: { email } }).catch((error: unknown) => error);
  expect(impatient).toMatchObject({ code: "too_many_requests" });
  expect(impatient instanceof ApiError && impatient.retryAfterSeconds).toBeGreaterThan(200);
  await mailsSent(server.ctx);
  expect(server.mails).toHaveLength(before);
});

test("a newer code of the same device invalidates the older one", async () => {
  const email = "newer@example.test";
  const device = await server.newDevice();
  await device.call(identity.startEmail, { body: { email } });
  const older = await codeFor(server, email);
  await letResend();
  await device.call(identity.startEmail, { body: { email } });
  const newer = await codeFor(server, email);
  if (older !== newer)
    await expect(device.call(identity.verifyEmail, { body: { email, code: older } })).rejects.toMatchObject({
      code: "mail_code_wrong",
    });
  await device.call(identity.verifyEmail, { body: { email, code: newer } });
});

test("rotation replaces the secret, and the old one is invalid at once", async () => {
  const person = await server.newPerson();
  const old = person.credentials;
  const session = await person.call(identity.rotateSession, {});
  await expect(person.call(identity.rotateSession, {})).rejects.toMatchObject({ code: "unauthorized" });
  person.credentials = { ...old, session };
  expect(session.sessionId).toBe(old.session?.sessionId);
  await person.call(identity.signIn, { body: { loginMethod: "email" } });
});

test("a session lives 30 days from its last rotation, and never longer than 90", async () => {
  const person = await server.newPerson();
  const { sessionId = "" } = person.credentials.session ?? {};
  const day = 24 * 3_600_000;
  const grown = (days: number) =>
    server.ctx.db.execute(
      sql`update sessions set created_at = now() - make_interval(days => ${days}) where id = ${sessionId}`,
    );
  const daysLeft = async () => {
    const session = await person.call(identity.rotateSession, {});
    person.credentials = { ...person.credentials, session };
    return Math.round((session.expiresAt - Date.now()) / day);
  };
  await grown(59);
  expect(await daysLeft()).toBe(30);
  await grown(80);
  expect(await daysLeft()).toBe(10);
  await grown(90);
  await expect(person.call(identity.rotateSession, {})).rejects.toMatchObject({ code: "unauthorized" });
});

test("sessions are listed with device and network, and only their person can end them", async () => {
  const email = "many-devices@example.test";
  const here = await server.newPerson(email);
  await letResend();
  const there = await server.newPerson(email);
  const stranger = await server.newPerson();
  const { sessions } = await here.call(identity.sessions, {});
  expect(sessions.map(({ isThis }) => isThis).sort()).toEqual([false, true]);
  for (const { device, network, usedAt } of sessions) {
    expect([device, network]).toEqual(["Unknown device", "This machine"]);
    expect(Math.abs(usedAt - Date.now())).toBeLessThan(60_000);
  }
  const other = sessions.find(({ isThis }) => !isThis)?.sessionId ?? "";
  await expect(stranger.call(identity.endSession, { body: { sessionId: other } })).rejects.toMatchObject({
    code: "not_found",
  });
  await there.call(identity.sessions, {});
  await here.call(identity.endSession, { body: { sessionId: other } });
  await expect(there.call(identity.sessions, {})).rejects.toMatchObject({ code: "unauthorized" });
  expect((await here.call(identity.sessions, {})).sessions).toMatchObject([{ isThis: true }]);
});

test("all other sessions can be ended at once, and the calling one stays", async () => {
  const email = "everywhere@example.test";
  const here = await server.newPerson(email);
  const others = [];
  for (let device = 0; device < 2; device += 1) {
    await letResend();
    others.push(await server.newPerson(email));
  }
  expect(await here.call(identity.endOtherSessions, {})).toEqual({ ended: 2 });
  for (const other of others)
    await expect(other.call(identity.sessions, {})).rejects.toMatchObject({ code: "unauthorized" });
  expect((await here.call(identity.sessions, {})).sessions).toHaveLength(1);
});

test("a sign-in on a new device is reported by mail, and one on a known device is not", async () => {
  const email = "told@example.test";
  const notices = async () => {
    await mailsSent(server.ctx);
    return server.mails.filter(({ to, subject }) => to === email && subject === "New sign-in to your Tribe account");
  };
  const first = await server.newPerson(email);
  await first.call(identity.signIn, { body: { loginMethod: "email" } });
  expect(await notices()).toHaveLength(0);
  await letResend();
  const second = await server.newPerson(email);
  const [notice] = await notices();
  expect(notice?.text).toMatch(/with Unknown device \(network: This machine\) on .* UTC/);
  expect(notice?.text).toContain(`${server.ctx.config.appUrl}/you/security`);
  await letResend();
  await second.call(identity.startEmail, { body: { email } });
  await second.call(identity.verifyEmail, { body: { email, code: await codeFor(server, email) } });
  expect(await notices()).toHaveLength(1);
});

test("a sign-in ends its device's previous session, and creates one with new secrets", async () => {
  const email = "again@example.test";
  const person = await server.newPerson(email);
  const before = person.credentials;
  await letResend();
  await person.call(identity.startEmail, { body: { email } });
  const session = await person.call(identity.verifyEmail, { body: { email, code: await codeFor(server, email) } });
  for (const part of ["sessionId", "accessToken", "sessionSecret"] as const)
    expect(session[part]).not.toBe(before.session?.[part]);
  await expect(person.call(identity.sessions, {})).rejects.toMatchObject({ code: "unauthorized" });
  person.credentials = { ...before, session };
  expect((await person.call(identity.sessions, {})).sessions).toHaveLength(1);
});

test("after signing out the session's signatures are refused", async () => {
  const person = await server.newPerson();
  await person.call(identity.signOut, {});
  await expect(person.call(identity.signIn, { body: { loginMethod: "email" } })).rejects.toMatchObject({
    code: "unauthorized",
  });
});

test("a session expires", async () => {
  const person = await server.newPerson();
  const { sessionId = "" } = person.credentials.session ?? {};
  await server.ctx.db.execute(sql`update sessions set expires_at = now() where id = ${sessionId}`);
  await expect(person.call(identity.signIn, { body: { loginMethod: "email" } })).rejects.toMatchObject({
    code: "unauthorized",
  });
});

test("a bio is saved once a social account is connected, and not before", async () => {
  const person = await server.newPerson();
  const { localUser } = await person.call(identity.signIn, { body: { loginMethod: "email" } });
  await expect(person.call(identity.updateUser, { body: { bio: "hi" } })).rejects.toMatchObject({
    code: "social_required",
  });
  await server.ctx.db.transaction((tx) => setTwitter(tx, localUser.uid, { id: "1", handle: "a", name: "A" }, null));
  const saved = await person.call(identity.updateUser, { body: { bio: "a\nb" } });
  expect(saved.localUser).toMatchObject({ bio: "a\nb", displayName: "A", twitter: { handle: "a" } });
});

test("an unknown address has no profile", async () => {
  const device = await server.newDevice();
  const address = server.ctx.keys.admin.address;
  await expect(device.call(identity.userProfile, { query: { address } })).rejects.toMatchObject({ code: "not_found" });
});

/** Makes the last mail 30 s older. */
const letResend = () => server.ctx.db.execute(sql`update mail_sends set sent_at = sent_at - interval '31 seconds'`);
