import { generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import webPush from "web-push";
import type { PushMessage } from "./port.ts";
import { openWebPush, retryAfterOf } from "./web-push.ts";

const vapid = { subject: "mailto:ops@example.test", ...webPush.generateVAPIDKeys() };
const log = pino({ level: "silent" });
const seen: IncomingMessage[] = [];
let answer: (response: ServerResponse) => void = () => undefined;
const service = createServer((request, response) => {
  seen.push(request);
  request.resume().on("end", () => answer(response));
});
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`; // a TCP server has no other kind
});
afterAll(() => service.close());

const point = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .publicKey.export({ format: "der", type: "spki" })
  .subarray(-65);
const target = (endpoint = `${origin}/send`) => ({ endpoint, p256dh: point, auth: randomBytes(16) });
const message: PushMessage = { payload: "{}", ttlSeconds: 60, urgency: "high", topic: "topic" };
const send = (respond: (response: ServerResponse) => void, trustedOrigin: string | null = origin) => {
  answer = respond;
  const push = openWebPush({ vapid, trustedOrigin, log });
  return push.send(target(), message).finally(() => push.close());
};
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();

test.each([
  [201, {}, { kind: "sent", status: 201 }],
  [404, {}, { kind: "gone", status: 404 }],
  [410, {}, { kind: "gone", status: 410 }],
  [413, {}, { kind: "refused", status: 413 }],
  [429, { "retry-after": "120" }, { kind: "later", status: 429, retryAfterSeconds: 120 }],
  [503, {}, { kind: "later", status: 503, retryAfterSeconds: null }],
  [302, { location: "http://127.0.0.1:9/elsewhere" }, { kind: "refused", status: 302 }],
])("handles the answer %i of a push service", async (code, headers, expected) => {
  seen.length = 0;
  expect(await send(status(code, headers))).toEqual(expected);
  // A redirect is not followed.
  expect(seen).toHaveLength(1);
});

test("sends the headers that RFC 8030 and 8292 require", async () => {
  seen.length = 0;
  await send(status(201));
  expect(seen[0]?.headers).toMatchObject({
    ttl: "60",
    urgency: "high",
    topic: "topic",
    "content-encoding": "aes128gcm",
    authorization: expect.stringMatching(new RegExp(`^vapid t=[\\w.-]+, ?k=${vapid.publicKey}$`)),
  });
});

test("a push is retried later when the service closes the connection", async () => {
  expect(await send((response) => response.destroy())).toEqual({
    kind: "later",
    status: null,
    retryAfterSeconds: null,
  });
});

test.each([
  ["https://fcm.googleapis.com/fcm/send/x", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
  ["http://fcm.googleapis.com/fcm/send/x", false],
  ["https://127.0.0.1/x", false],
  ["https://[::1]/x", false],
  ["https://169.254.169.254/latest/meta-data", false],
  ["https://localhost/x", false],
  ["https://user:secret@push.example.com/x", false],
  ["https://push.example.com:8443/x", false],
  ["javascript:alert(1)", false],
  ["nonsense", false],
])("the endpoint %s is usable: %s", (endpoint, isUsable) => {
  const push = openWebPush({ vapid, trustedOrigin: null, log });
  expect(push.isUsable(endpoint)).toBe(isUsable);
  push.close();
});

test("a host name that resolves to a private address is never connected to", async () => {
  seen.length = 0;
  const push = openWebPush({ vapid, trustedOrigin: null, log });
  // Resolves to 127.0.0.1 everywhere (RFC 6761).
  const answered = await push.send(target("https://inner.localhost/x"), message);
  expect(answered).toMatchObject({ kind: "later", status: null });
  expect(seen).toEqual([]);
  push.close();
});

test("waits as long as Retry-After says, up to a day", () => {
  const now = Date.parse("2026-07-01T12:00:00Z");
  expect(retryAfterOf("60", now)).toBe(60);
  expect(retryAfterOf("Wed, 01 Jul 2026 12:00:30 GMT", now)).toBe(30);
  expect(retryAfterOf("Wed, 01 Jul 2026 11:00:00 GMT", now)).toBe(0);
  expect(retryAfterOf("999999999", now)).toBe(86_400);
  expect(retryAfterOf("soon", now)).toBeNull();
  expect(retryAfterOf(undefined, now)).toBeNull();
});
