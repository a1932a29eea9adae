import { type ApiError, createApiClient, mailCode, routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { codeFor, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";

const { identity } = routes;
let server: TestApp;
beforeAll(async () => {
  // Behind one proxy, so that a test can choose a call's network.
  server = await startTestApp({ config: { mode: "production", trustProxy: 1 } });
});
afterAll(() => server.stop());
beforeEach(() => {
  network += 1;
});

let network = 0;
/** A device whose calls come from an address. */
const deviceAt = async (address: string): Promise<TestDevice> => {
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-for", address);
    return fetch(input, { ...init, headers });
  };
  const register = createApiClient({ origin: server.origin, credentials: () => null, fetch: send });
  const credentials = await register(identity.createDevice, {});
  const device: TestDevice = {
    credentials,
    cookie: "",
    call: createApiClient({ origin: server.origin, credentials: () => device.credentials, fetch: send }),
  };
  return device;
};
const nearby = (last: number) => `10.0.${network}.${last}`;
const ask = (device: TestDevice, email: string) => device.call(identity.startEmail, { body: { email } });
const bring = (device: TestDevice, email: string, code: string) =>
  device.call(identity.verifyEmail, { body: { email, code } });
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

test("a code works only on the device that requested it, and a failed attempt elsewhere does not invalidate it", async () => {
  const email = "bound@example.test";
  const [mine, theirs] = [await deviceAt(nearby(1)), await deviceAt(nearby(2))];
  await ask(mine, email);
  const code = await codeFor(server, email);
  expect(await codeOf(bring(theirs, email, code))).toBe("mail_code_expired");
  await ask(theirs, email);
  const theirCode = await codeFor(server, email);
  if (theirCode !== code) expect(await codeOf(bring(theirs, email, code))).toBe("mail_code_wrong");
  expect(await codeOf(bring(mine, email, code))).toBe("fine");
});

test("a request that comes too early keeps the mailed code valid, and the call itself can't be replayed", async () => {
  const email = "early@example.test";
  const device = await deviceAt(nearby(1));
  const sent: [string, RequestInit][] = [];
  const credentials = () => device.credentials;
  const recording: typeof fetch = (input, init) => {
    sent.push([String(input), init ?? {}]);
    return fetch(input, init);
  };
  await createApiClient({ origin: server.origin, credentials, fetch: recording })(identity.startEmail, {
    body: { email },
  });
  const code = await codeFor(server, email);
  expect(await codeOf(ask(device, email))).toBe("too_many_requests");
  const [[url, init] = expect.unreachable()] = sent;
  expect(await (await fetch(url, { ...init, signal: null })).json()).toMatchObject({
    error: { code: "request_replayed" },
  });
  expect(await codeFor(server, email)).toBe(code);
  expect(await codeOf(bring(device, email, code))).toBe("fine");
});

test("a wrong code and a sign-in are logged in a line each, with their network and without address or code", async () => {
  const email = "logged@example.test";
  const device = await deviceAt(nearby(1));
  await ask(device, email);
  const code = await codeFor(server, email);
  const before = server.logs.length;
  expect(await codeOf(bring(device, email, wrong(code)))).toBe("mail_code_wrong");
  expect(await codeOf(bring(device, email, code))).toBe("fine");
  const from = { level: 30, path: `/api${identity.verifyEmail.path}`, ip: nearby(1) };
  const lines = server.logs.slice(before);
  expect(lines.map((line) => JSON.parse(line)).filter(({ path }) => path === from.path)).toMatchObject([
    { ...from, error: "mail_code_wrong", msg: "a call was refused" },
    { ...from, deviceId: device.credentials?.deviceId, isNewDevice: true, msg: "somebody signed in" },
  ]);
  for (const secret of [email, code, wrong(code)]) expect(lines.join("")).not.toContain(`"${secret}"`);
});

test("sixty devices with guesses and requests neither invalidate the owner's code nor block the owner's requests", async () => {
  const email = "victim@example.test";
  const owner = await deviceAt(nearby(250));
  await ask(owner, email);
  const code = await codeFor(server, email);
  for (let one = 1; one <= 60; one += 1) {
    const stranger = await deviceAt(nearby(one % 4));
    expect(await codeOf(bring(stranger, email, wrong(code)))).toBe("mail_code_expired");
    if ((await codeOf(ask(stranger, email))) === "fine")
      for (let guess = 0; guess < mailCode.attempts; guess += 1)
        expect(await codeOf(bring(stranger, email, wrong(await codeFor(server, email))))).toBe("mail_code_wrong");
  }
  expect(await codeOf(bring(owner, email, code))).toBe("fine");
  await server.ctx.db.execute(sql`update mail_sends set sent_at = sent_at - interval '31 seconds'`);
  expect(await codeOf(ask(owner, email))).toBe("fine");
});

test("one network gets five mails per address and hour, which does not delay another network's first one", async () => {
  const email = "network@example.test";
  const answers: string[] = [];
  for (let one = 0; one < 7; one += 1)
    answers.push(await codeOf(ask(await deviceAt(`2001:db8:${network}:1::${one}`), email)));
  expect(answers).toEqual([...Array<string>(5).fill("fine"), "too_many_requests", "too_many_requests"]);
  expect(await codeOf(ask(await deviceAt(`2001:db8:${network}:2::1`), email))).toBe("fine");
  const { retryAfterSeconds } = await ask(await deviceAt(`2001:db8:${network}:1::9`), email).then(
    () => ({ retryAfterSeconds: 0 }),
    (error: ApiError) => error,
  );
  expect(retryAfterSeconds).toBeGreaterThan(3_000);
});

test("unknown devices of all networks together get thirty mails an hour, and a known device still gets its own", async () => {
  const email = "flooded@example.test";
  const known = await deviceAt(nearby(200));
  await ask(known, email);
  expect(await codeOf(bring(known, email, await codeFor(server, email)))).toBe("fine");
  const before = server.mails.length;
  for (let one = 0; one < 40; one += 1) await codeOf(ask(await deviceAt(`10.9.${one}.1`), email));
  expect(server.mails.length - before).toBe(29);
  await server.ctx.db.execute(sql`update mail_sends set sent_at = sent_at - interval '31 seconds'`);
  expect(await codeOf(ask(known, email))).toBe("fine");
  expect(await codeOf(bring(known, email, await codeFor(server, email)))).toBe("fine");
});

test("no answer reveals whether an address has an account", async () => {
  const member = "member@example.test";
  const first = await deviceAt(nearby(1));
  await ask(first, member);
  await bring(first, member, await codeFor(server, member));
  const [one, two] = [await deviceAt(nearby(2)), await deviceAt(nearby(3))];
  const nobody = "nobody@example.test";
  expect(await ask(one, member)).toEqual(await ask(two, nobody));
  const guess = async (device: TestDevice, email: string) =>
    codeOf(bring(device, email, wrong(await codeFor(server, email))));
  for (let attempt = 0; attempt < mailCode.attempts; attempt += 1)
    expect(await guess(one, member)).toBe(await guess(two, nobody));
  expect(await codeOf(bring(one, member, await codeFor(server, member)))).toBe("mail_code_attempts");
  expect(await codeOf(bring(two, nobody, await codeFor(server, nobody)))).toBe("mail_code_attempts");
});
