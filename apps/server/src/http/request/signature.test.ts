import { appId, type Credentials, newNonce, routes, signingHeaders, signRequest } from "@tribe/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";

let server: TestApp;
let person: TestDevice;
beforeAll(async () => {
  server = await startTestApp();
  person = await server.newPerson();
});
afterAll(async () => server.stop());

interface Forgery {
  readonly method?: string;
  readonly path?: string;
  readonly signedPath?: string;
  readonly body?: string;
  readonly signedBody?: string;
  readonly timestamp?: number;
  readonly nonce?: string;
  readonly credentials?: Credentials;
  readonly headers?: Record<string, string | null>;
}

/** Sends a call whose signature can be forged in every way. */
const send = async (forgery: Forgery = {}) => {
  const { deviceId, deviceSecret, session } = forgery.credentials ?? person.credentials;
  const method = forgery.method ?? "POST";
  const path = forgery.path ?? "/api/v1/signIn";
  const body = forgery.body ?? JSON.stringify({ loginMethod: "email" });
  const timestamp = forgery.timestamp ?? Date.now();
  const nonce = forgery.nonce ?? newNonce();
  const signedUrl = new URL(forgery.signedPath ?? path, server.origin);
  const signature = await signRequest(session?.sessionSecret ?? deviceSecret, {
    accessToken: session?.accessToken ?? "",
    timestamp,
    nonce,
    method: "POST",
    path: signedUrl.pathname,
    query: signedUrl.searchParams,
    payload: new TextEncoder().encode(forgery.signedBody ?? body),
  });
  const headers = new Headers({
    "content-type": "application/json",
    [signingHeaders.appId]: appId,
    [signingHeaders.accessToken]: session?.accessToken ?? "",
    [signingHeaders.deviceId]: deviceId,
    [signingHeaders.sessionId]: session?.sessionId ?? "",
    [signingHeaders.timestamp]: String(timestamp),
    [signingHeaders.nonce]: nonce,
    [signingHeaders.signature]: signature,
  });
  for (const [name, value] of Object.entries(forgery.headers ?? {}))
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  const response = await fetch(`${server.origin}${path}`, { method, headers, ...(method === "GET" ? {} : { body }) });
  const answer: { error?: { code: string; field?: string } } = await response.json();
  return {
    status: response.status,
    code: answer.error?.code,
    ...(answer.error?.field ? { field: answer.error.field } : {}),
  };
};

test("every signed route of the contract refuses a call without a signature", async () => {
  for (const route of Object.values(routes).flatMap((group) => Object.values(group))) {
    if (route.caller === "public") continue;
    const response = await fetch(`${server.origin}/api${route.path}`, { method: route.method });
    const answer: { error: { code: string } } = await response.json();
    expect([route.path, response.status, answer.error.code]).toEqual([route.path, 401, "unauthorized"]);
  }
});

describe("a signed call", () => {
  test("is accepted", async () => expect(await send()).toEqual({ status: 200, code: undefined }));

  test.each([
    ["another body than the signed one", { signedBody: "{}" }],
    ["another path", { signedPath: "/api/v1/user" }],
    ["a query that was not signed", { path: "/api/v1/signIn?x=1", signedPath: "/api/v1/signIn" }],
    ["a forged signature", { headers: { [signingHeaders.signature]: "v1=AAAA" } }],
    ["another nonce than the signed one", { headers: { [signingHeaders.nonce]: newNonce() } }],
    ["another time than the signed one", { headers: { [signingHeaders.timestamp]: String(Date.now() + 5_000) } }],
  ] as const)("with %s is refused", async (_what, forgery) => {
    expect(await send(forgery)).toEqual({ status: 401, code: "signature_invalid" });
  });

  test.each([
    ["no app id", signingHeaders.appId, null],
    ["another app id", signingHeaders.appId, "else"],
    ["another access token", signingHeaders.accessToken, "guess"],
    ["an unknown session", signingHeaders.sessionId, "AAAAAAAAAAAAAAAAAAAAAA"],
    ["an unknown device", signingHeaders.deviceId, "AAAAAAAAAAAAAAAAAAAAAA"],
    ["no nonce", signingHeaders.nonce, null],
    ["a short nonce", signingHeaders.nonce, "abc"],
    ["an unknown version", signingHeaders.signature, "v2=AAAA"],
  ])("with %s is refused", async (_what, header, value) => {
    expect(await send({ headers: { [header]: value } })).toEqual({ status: 401, code: "unauthorized" });
  });

  test("may have a clock skew of up to a minute, and no more", async () => {
    expect(await send({ timestamp: Date.now() - 55_000 })).toMatchObject({ status: 200 });
    expect(await send({ timestamp: Date.now() + 55_000 })).toMatchObject({ status: 200 });
    expect(await send({ timestamp: Date.now() - 65_000 })).toEqual({ status: 401, code: "clock_skew" });
    expect(await send({ timestamp: Date.now() + 65_000 })).toEqual({ status: 401, code: "clock_skew" });
    // A device whose clock is in 1970 is not signed out for it.
    expect(await send({ timestamp: 12_345 })).toEqual({ status: 401, code: "clock_skew" });
  });

  test("that changes something works once", async () => {
    const nonce = newNonce();
    const timestamp = Date.now();
    expect(await send({ nonce, timestamp })).toMatchObject({ status: 200 });
    expect(await send({ nonce, timestamp })).toEqual({ status: 409, code: "request_replayed" });
  });

  test("sent ten times at once is executed once", async () => {
    const nonce = newNonce();
    const timestamp = Date.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ nonce, timestamp })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test("that failed may be sent again: its nonce was rolled back with it", async () => {
    const nonce = newNonce();
    expect(await send({ nonce, body: "no json" })).toMatchObject({ status: 400 });
    expect(await send({ nonce })).toMatchObject({ status: 200 });
  });

  test("with an invalid value is refused with the field and the rule", async () => {
    const body = JSON.stringify({ loginMethod: "carrier pigeon" });
    expect(await send({ body })).toEqual({ status: 400, code: "invalid_field", field: "body.loginMethod" });
    expect(await send({ body: JSON.stringify({ loginMethod: "email", inviterAddress: "0OIl" }) })).toEqual({
      status: 400,
      code: "invalid_field",
      field: "body.inviterAddress",
    });
    expect(await send({ body: "[" })).toEqual({ status: 400, code: "bad_request" });
  });

  test("signed only by a device is refused where a session is required", async () => {
    const { deviceId, deviceSecret } = person.credentials;
    expect(await send({ credentials: { deviceId, deviceSecret } })).toEqual({ status: 401, code: "unauthorized" });
  });

  test("with another device's id is refused", async () => {
    const other = await server.newDevice();
    const credentials = { ...person.credentials, deviceId: other.credentials.deviceId };
    expect(await send({ credentials })).toEqual({ status: 401, code: "unauthorized" });
  });
});
