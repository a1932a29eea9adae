import { createHmac } from "node:crypto";
import { request } from "node:http";
import { appId, newNonce, type Route, routes, signingHeaders, signRequest } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../testing/start-test-app.ts";

const webhookKey = "card-webhooks";
let server: TestApp;
let person: TestDevice;
beforeAll(async () => {
  server = await startTestApp();
  person = await server.newPerson();
});
afterAll(() => server.stop());

/** Sends a target unchanged, which `fetch` would normalise. */
const statusOf = (path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.origin);
    const call = request({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    call.on("error", reject);
    call.end();
  });

test("a target with a fragment is refused, signed or not", async () => {
  for (const path of ["/healthz#zz", "/api/v1/config#", "/#a", "/token/a?b=c#d"])
    expect([path, await statusOf(path)]).toEqual([path, 400]);
  const path = `/api${routes.chat.mine.path}`;
  const headers = await signed("GET", path, "");
  expect(await statusOf(`${path}#zz`, headers)).toBe(400);
  expect(await statusOf(path, headers)).toBe(200);
});

/** The headers of a signed call. */
const signed = async (method: string, path: string, body: string): Promise<Record<string, string>> => {
  const { deviceId, session } = person.credentials;
  if (!session) throw new Error("nobody is signed in");
  const { accessToken, sessionId, sessionSecret } = session;
  const [timestamp, nonce] = [Date.now(), newNonce()];
  const payload = new TextEncoder().encode(body);
  const query = new URLSearchParams();
  return {
    [signingHeaders.appId]: appId,
    [signingHeaders.accessToken]: accessToken,
    [signingHeaders.deviceId]: deviceId,
    [signingHeaders.sessionId]: sessionId,
    [signingHeaders.timestamp]: String(timestamp),
    [signingHeaders.nonce]: nonce,
    [signingHeaders.signature]: await signRequest(sessionSecret, {
      accessToken,
      timestamp,
      nonce,
      method,
      path,
      query,
      payload,
    }),
  };
};

/** Sends a call with an unchanged body. */
const send = async (route: Pick<Route, "path" | "method">, body: string) => {
  const path = `/api${route.path}`;
  const headers = { "content-type": "application/json", ...(await signed(route.method, path, body)) };
  const response = await fetch(`${server.origin}${path}`, { method: route.method, headers, body });
  const answer: { error?: { code: string; field?: string } } = await response.json();
  return { status: response.status, ...(answer.error && { code: answer.error.code, field: answer.error.field }) };
};

const bad = ["\\ud800", "a\\udfffb", "\\ud800\\ud800", "a\\u0000b"];
test.each(bad)("the text %j is refused in any field, with the field's name", async (text) => {
  const refused = (field: string) => ({ status: 400, code: "invalid_field", field });
  expect(await send(routes.identity.updateUser, `{"bio":"${text}"}`)).toEqual(refused("body.bio"));
  expect(
    await send(
      routes.factory.prepareCreation,
      `{"name":"${text}","symbol":"A","pfpUrl":"/a","amountInLamports":"0","idempotencyKey":"a"}`,
    ),
  ).toEqual(refused("body.name"));
  expect(await send(routes.system.log, `{"level":"info","message":"a","context":{"a":"${text}"}}`)).toEqual(
    refused("body.context.a"),
  );
  expect(await send(routes.system.log, `{"level":"info","message":"a","context":{"${text}":"a"}}`)).toEqual(
    refused("body.context"),
  );
  expect(await send(routes.social.startX, `{"returnTo":"/${text}"}`)).toEqual(refused("body.returnTo"));
});

test("a path that resolves to another host is not accepted as a path of this app", async () => {
  for (const path of ["/\\t/evil.example", "/\\\\evil.example", "//evil.example"])
    for (const [route, rest] of [
      [routes.social.startX, ""],
      [routes.fund.startCard, ',"amount":"1"'],
    ] as const)
      expect(await send(route, `{"returnTo":"${path}"${rest}}`)).toEqual({
        status: 400,
        code: "invalid_field",
        field: "body.returnTo",
      });
});

test("a null character in a query is refused with the parameter's name", async () => {
  const response = await fetch(`${server.origin}/api${routes.social.xCallback.path}?state=a%00b`);
  expect([response.status, await response.json()]).toMatchObject([400, { error: { field: "query.state" } }]);
});

test("a card webhook with such an id gets a 400, not an internal error", async () => {
  for (const id of bad) {
    const text = `{"type":"transaction_updated","data":{"id":"${id}","status":"pending","externalTransactionId":"${crypto.randomUUID()}"}}`;
    const time = Math.floor(Date.now() / 1000);
    const mac = createHmac("sha256", webhookKey).update(`${time}.${text}`).digest("hex");
    const response = await fetch(`${server.origin}/api/webhooks/card`, {
      method: "POST",
      headers: { "content-type": "application/json", "moonpay-signature-v2": `t=${time},s=${mac}` },
      body: text,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { field: "body.data.id" } }]);
  }
});

test("a log record is limited in members, depth and size", async () => {
  const asText = (context: string) => send(routes.system.log, `{"level":"info","message":"a","context":${context}}`);
  const record = (context: unknown) => asText(JSON.stringify(context));
  const members = (count: number, text: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`member ${index}`, text]));
  expect(await record(members(20, "short"))).toEqual({ status: 200 });
  expect(await record(members(21, "short"))).toMatchObject({ status: 400, field: "body.context" });
  expect(await record(members(9_000, ""))).toMatchObject({ status: 400, field: "body.context" });
  expect(await record(members(5, "x".repeat(1_900)))).toMatchObject({ status: 400, field: "body.context" });
  expect(await record({ a: "x".repeat(2_001) })).toMatchObject({ status: 400 });
  expect(await record({ a: { b: "c" } })).toMatchObject({ status: 400, field: "body.context.a" });
  expect(await asText(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`)).toMatchObject({ status: 400 });
});
