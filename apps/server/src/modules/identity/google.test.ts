import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeFor, mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { client, type HostileIssuer, startHostileIssuer } from "./testing/hostile-issuer.ts";

const { identity } = routes;
let issuer: HostileIssuer;
let server: TestApp;
beforeAll(async () => {
  issuer = await startHostileIssuer();
  server = await startTestApp({
    config: { google: { ...client, issuer: issuer.url }, signInMethods: ["email", "google"] },
  });
});
afterAll(async () => {
  await server.stop();
  await issuer.stop();
});

const honest = { without: [], alg: "RS256", isStrangersKey: false, isTampered: false, isDown: false } as const;
/** A new Google account for each test, with an address of Google's own. */
beforeEach(() => {
  const sub = crypto.randomUUID();
  issuer.next = { ...honest, claims: { sub, email: `${sub}@gmail.com`, email_verified: true } };
});

const begin = async (device: TestDevice) => {
  const { authorizationUrl } = await device.call(identity.startGoogle, {});
  return issuer.consent(authorizationUrl);
};
const finish = (device: TestDevice, body: { state: string; code?: string; iss?: string }) =>
  device.call(identity.finishGoogle, { body });
const whole = async (device: TestDevice) => finish(device, await begin(device));

const localUser = async (device: TestDevice) =>
  (await device.call(identity.signIn, { body: { loginMethod: "google" } })).localUser;

/** Completes a sign-in and returns the person. */
const signedIn = async (device: TestDevice) => {
  const answer = await whole(device);
  if (answer.outcome !== "signedIn") throw new Error(`the mailbox is asked for first: ${answer.email}`);
  device.credentials = { ...device.credentials, session: answer.session };
  return localUser(device);
};

const codeIs = async (call: Promise<unknown>) =>
  call.then(
    () => "it worked",
    (error: { code?: string }) => error.code,
  );
const denied = "google_denied";

test("a new Google account gets its own account, and is the same person the next time on any device", async () => {
  const device = await server.newDevice();
  const first = await signedIn(device);
  expect(first).toMatchObject({ email: issuer.next.claims.email, address: null });
  expect(device.cookie).toMatch(/^tribe-session=./);
  expect((await signedIn(await server.newDevice())).uid).toBe(first.uid);
  // Google's subject identifies the person, even when the address changes.
  issuer.next.claims = { ...issuer.next.claims, email: "renamed@gmail.com" };
  expect(await signedIn(await server.newDevice())).toMatchObject({ uid: first.uid, email: first.email });
});

test("the page redirects to the issuer with PKCE, state and nonce, and returns to one page of ours", async () => {
  const { authorizationUrl } = await (await server.newDevice()).call(identity.startGoogle, {});
  const asked = new URL(authorizationUrl);
  expect(asked.origin + asked.pathname).toBe(`${issuer.url}/authorize`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: `${server.origin}/auth/google`,
    scope: "openid email",
    code_challenge_method: "S256",
  });
  for (const name of ["state", "nonce", "code_challenge"])
    expect(asked.searchParams.get(name)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(authorizationUrl).not.toContain(encodeURIComponent(client.clientSecret));
});

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;
const forgeries: [string, () => Partial<HostileIssuer["next"]>][] = [
  ["another sign-in's nonce", () => ({ claims: { nonce: "stale" } })],
  ["no nonce", () => ({ without: ["nonce"] })],
  ["another issuer", () => ({ claims: { iss: "https://evil.example" } })],
  ["another app's audience", () => ({ claims: { aud: "another app" } })],
  ["two audiences and another party", () => ({ claims: { aud: [client.clientId, "other"], azp: "other" } })],
  ["an expiry that is over", () => ({ claims: { iat: inSeconds(-7_200), exp: inSeconds(-3_600) } })],
  ["a beginning that is to come", () => ({ claims: { nbf: inSeconds(3_600) } })],
  ["no expiry", () => ({ without: ["exp"] })],
  ["no subject", () => ({ without: ["sub"] })],
  ["no signature", () => ({ alg: "none" })],
  ["an HMAC by the client's secret", () => ({ alg: "HS256" })],
  ["an algorithm that Google does not sign with", () => ({ alg: "RS384" })],
  ["a stranger's signature", () => ({ isStrangersKey: true })],
  ["a signature of other claims", () => ({ isTampered: true })],
];
test.each(forgeries)("an ID token with %s is refused", async (_name, forge) => {
  const { claims, ...rest } = forge();
  issuer.next = { ...issuer.next, ...rest, claims: { ...issuer.next.claims, ...claims } };
  expect(await codeIs(whole(await server.newDevice()))).toBe(denied);
});

test("a redirect back works once, on the device that started it, with its own code", async () => {
  const [device, stranger] = [await server.newDevice(), await server.newDevice()];
  const returned = await begin(device);
  // A victim was lured to another person's link; that person can still use it.
  expect(await codeIs(finish(stranger, returned))).toBe(denied);
  expect((await finish(device, returned)).outcome).toBe("signedIn");
  expect(await codeIs(finish(device, returned))).toBe(denied);
  expect(await codeIs(finish(device, { state: "made up", code: "made up" }))).toBe(denied);
  // One sign-in's code with another's state: PKCE binds them.
  const [one, other] = [await begin(device), await begin(device)];
  expect(await codeIs(finish(device, { state: one.state, code: other.code }))).toBe(denied);
});

test("declining, another issuer in the redirect, and an expired start do not sign in", async () => {
  const device = await server.newDevice();
  const { state } = await begin(device);
  expect(await codeIs(finish(device, { state }))).toBe(denied);
  expect(await codeIs(finish(device, { ...(await begin(device)), iss: "https://evil.example" }))).toBe(denied);
  const late = await begin(device);
  await server.ctx.db.execute(sql`update oidc_starts set expires_at = now()`);
  expect(await codeIs(finish(device, late))).toBe(denied);
});

test("a stored start with another device written into it does not sign in that device", async () => {
  const [victim, attacker] = [await server.newDevice(), await server.newDevice()];
  const returned = await begin(victim);
  await server.ctx.db.execute(sql`update oidc_starts set device_id = ${attacker.credentials.deviceId}`);
  expect(await codeIs(finish(attacker, returned))).toBe(denied);
});

test("an unverified or invalid address creates no account", async () => {
  for (const claims of [
    { email_verified: false },
    { email_verified: "true" },
    { email: undefined },
    { email: "no address" },
    { email: "a\0b@gmail.com" },
  ]) {
    issuer.next.claims = { ...issuer.next.claims, email_verified: true, ...claims, sub: crypto.randomUUID() };
    const code = await codeIs(whole(await server.newDevice()));
    expect(["google_unverified", denied]).toContain(code);
  }
});

/** Number of mails to an address about a new sign-in with Google. */
const toldOfGoogle = async (email: string): Promise<number> => {
  await mailsSent(server.ctx);
  return server.mails.filter(({ to, subject }) => to === email && subject.startsWith("Google can sign in")).length;
};

test("an existing account with the address needs a mailed code, is notified of the new sign-in method, and stays the same person", async () => {
  const email = `${crypto.randomUUID()}@gmail.com`;
  const byMail = await server.newPerson(email);
  const { uid } = await localUser(byMail);
  issuer.next.claims = { ...issuer.next.claims, email: email.toUpperCase() };
  const device = await server.newDevice();
  expect(await whole(device)).toEqual({ outcome: "codeNeeded", email });
  await server.ctx.db.execute(sql`update mail_sends set sent_at = sent_at - interval '31 seconds'`);
  await device.call(identity.startEmail, { body: { email } });
  const code = await codeFor(server, email);
  const wrong = code === "000000" ? "000001" : "000000";
  const link = (digits: string, by = device) => by.call(identity.linkGoogle, { body: { code: digits } });
  expect(await codeIs(link(wrong))).toBe("mail_code_wrong");
  // Neither the code nor Google's confirmation is valid on another device.
  expect(await codeIs(link(code, await server.newDevice()))).toBe(denied);
  device.credentials = { ...device.credentials, session: await link(code) };
  expect(await localUser(device)).toMatchObject({ uid, email });
  expect(await toldOfGoogle(email)).toBe(1);
  expect(await codeIs(link(code))).toBe(denied);
  expect((await signedIn(await server.newDevice())).uid).toBe(uid);
});

test("a code for sign-in by mail does not link a Google account", async () => {
  const email = `${crypto.randomUUID()}@gmail.com`;
  await server.newPerson(email);
  issuer.next.claims = { ...issuer.next.claims, email };
  const device = await server.newDevice();
  await whole(device);
  await server.ctx.db.execute(sql`update mail_sends set sent_at = sent_at - interval '31 seconds'`);
  await device.call(identity.startEmail, { body: { email } });
  await device.call(identity.verifyEmail, { body: { email, code: await codeFor(server, email) } });
  expect((await whole(await server.newDevice())).outcome).toBe("codeNeeded");
});

test("an address that is not Google's own must be verified by mail even for a new person; a Workspace one need not", async () => {
  const address = `${crypto.randomUUID()}@elsewhere.example`;
  issuer.next.claims = { ...issuer.next.claims, email: address };
  expect(await whole(await server.newDevice())).toEqual({ outcome: "codeNeeded", email: address });
  const people = await server.ctx.db.execute(sql`select from people where email = ${address}`);
  expect(people.rows).toEqual([]);
  issuer.next.claims = { ...issuer.next.claims, hd: "elsewhere.example" };
  expect((await signedIn(await server.newDevice())).email).toBe(address);
});

test("two concurrent first sign-ins of a person create one account", async () => {
  const devices = [await server.newDevice(), await server.newDevice()];
  const returns = await Promise.all(devices.map(async (device) => [device, await begin(device)] as const));
  const ends = await Promise.all(returns.map(async ([device, returned]) => (await finish(device, returned)).outcome));
  expect(ends).toContain("signedIn");
  const { email } = issuer.next.claims;
  const { rows } = await server.ctx.db.execute(sql`select count(*)::int as people from people where email = ${email}`);
  expect(rows).toEqual([{ people: 1 }]);
});

test("no secret of a sign-in is readable in the database or the log", async () => {
  const device = await server.newDevice();
  const { authorizationUrl } = await device.call(identity.startGoogle, {});
  const { state, code } = issuer.consent(authorizationUrl);
  const nonce = new URL(authorizationUrl).searchParams.get("nonce") ?? "-";
  const { rows } = await server.ctx.db.execute(sql`select * from oidc_starts`);
  const stored = JSON.stringify(rows, (_key, value) => (Buffer.isBuffer(value) ? value.toString("latin1") : value));
  issuer.next.alg = "none";
  expect(await codeIs(finish(device, { state, code }))).toBe(denied);
  const logs = server.logs.join("\n");
  expect(logs).toContain("a sign-in with Google was refused");
  for (const secret of [state, nonce, code, client.clientSecret])
    expect([stored.includes(secret), logs.includes(secret)]).toEqual([false, false]);
});

test("while Google is unreachable the person is told so, and the next attempt works", async () => {
  const fresh = await startTestApp({ config: { google: { ...client, issuer: issuer.url } } });
  try {
    const device = await fresh.newDevice();
    issuer.next.isDown = true;
    expect(await codeIs(device.call(identity.startGoogle, {}))).toBe("unavailable");
    issuer.next.isDown = false;
    expect((await whole(device)).outcome).toBe("signedIn");
  } finally {
    await fresh.stop();
  }
});
