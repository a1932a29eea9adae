import { createECDH } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Devkit } from "../index.ts";
import { startTestDevkit } from "../testing/devkit.ts";
import { decryptPush } from "./decrypt.ts";

let devkit: Devkit;
beforeAll(async () => {
  devkit = await startTestDevkit();
});
afterAll(() => devkit.stop());

// RFC 8291, appendix A.
const vector = {
  plaintext: "When I grow up, I want to be a watermelon",
  userAgentPrivate: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("decrypts the push of RFC 8291", () => {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(vector.userAgentPrivate, "base64url"));
  const keys = { ecdh, auth: Buffer.from(vector.auth, "base64url") };
  const body = Buffer.from(vector.body, "base64url");
  expect(decryptPush(body, keys)).toBe(vector.plaintext);
  const bent = Buffer.from(body);
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1;
  expect(() => decryptPush(bent, keys)).toThrow();
  expect(() => decryptPush(body.subarray(0, 50), keys)).toThrow("not a push body");
});

const post = (path: string, init: RequestInit = {}) =>
  fetch(`${devkit.pushOrigin}${path}`, { method: "POST", redirect: "manual", ...init });

test("refuses what a push service refuses, and gives the configured answers", async () => {
  const made = await post("/push/api/subscriptions", {
    body: JSON.stringify({ applicationServerKey: null }),
    headers: { "content-type": "application/json" },
  });
  const { id, endpoint } = (await made.json()) as { id: string; endpoint: string };
  const headers = { "content-type": "application/octet-stream", "content-encoding": "aes128gcm", ttl: "60" };
  const send = async (change: Record<string, string> = {}, body = Buffer.alloc(200)) =>
    (await fetch(endpoint, { method: "POST", body, headers: { ...headers, ...change }, redirect: "manual" })).status;
  expect((await post("/push/send/nobody", { headers, body: "x" })).status).toBe(404);
  expect(await send({ ttl: "" })).toBe(400);
  expect(await send({}, Buffer.alloc(4_097))).toBe(413);
  expect(await send()).toBe(401);
  expect(await send({ authorization: `vapid t=a.b.c, k=${"B".repeat(87)}` })).toBe(403);
  for (const status of [302, 404, 410, 429, 500]) {
    await fetch(`${devkit.pushOrigin}/push/api/subscriptions/${id}/answer`, {
      method: "PUT",
      body: JSON.stringify({ status, retryAfter: "5" }),
      headers: { "content-type": "application/json" },
    });
    expect(await send()).toBe(status);
  }
});
