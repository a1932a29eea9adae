import { createHash, randomBytes } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Devkit } from "../index.ts";
import { client, startTestDevkit } from "../testing/devkit.ts";
import { googlePersonas } from "./personas.ts";

const redirectUri = "http://localhost:3000/auth/google";
let devkit: Devkit;
beforeAll(async () => {
  devkit = await startTestDevkit();
});
afterAll(() => devkit.stop());

const verifier = randomBytes(48).toString("base64url");
const request = {
  response_type: "code",
  client_id: client.clientId,
  redirect_uri: redirectUri,
  scope: "openid email",
  state: "state & more",
  nonce: "a nonce",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

const consent = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams({ ...request, ...fields });
  const init = { method: "POST", body, headers, redirect: "manual" } as const;
  const response = await fetch(`${devkit.googleUrl}/o/oauth2/v2/auth`, init);
  const location = response.headers.get("location");
  return { status: response.status, back: location === null ? null : new URL(location) };
};
const freshCode = async (account = googlePersonas[0]?.sub ?? ""): Promise<string> =>
  (await consent({ account })).back?.searchParams.get("code") ?? "";

const exchange = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: client.clientId,
    client_secret: client.clientSecret,
    ...fields,
  });
  const response = await fetch(`${devkit.googleUrl}/token`, { method: "POST", body, headers });
  const answer = z
    .object({ id_token: z.optional(z.string()), error: z.optional(z.string()) })
    .parse(await response.json());
  return { status: response.status, ...answer };
};

it("signs an ID token for the chosen account, which its published keys verify", async () => {
  const discovered = z
    .object({
      issuer: z.string(),
      jwks_uri: z.string(),
      token_endpoint: z.string(),
      authorization_endpoint: z.string(),
    })
    .parse(await (await fetch(`${devkit.googleUrl}/.well-known/openid-configuration`)).json());
  expect(discovered).toMatchObject({ issuer: devkit.googleUrl, token_endpoint: `${devkit.googleUrl}/token` });
  const { back } = await consent({ account: googlePersonas[1]?.sub ?? "" });
  expect(back?.searchParams.get("state")).toBe(request.state);
  const { id_token: token = "" } = await exchange({ code: back?.searchParams.get("code") ?? "" });
  const { payload, protectedHeader } = await jwtVerify(token, createRemoteJWKSet(new URL(discovered.jwks_uri)), {
    issuer: discovered.issuer,
    audience: client.clientId,
  });
  expect(protectedHeader.alg).toBe("RS256");
  const { sub, email, hd } = googlePersonas[1] ?? {};
  expect(payload).toMatchObject({ sub, email, hd, email_verified: true, nonce: request.nonce });
});

it("accepts the client's secret in the form or in the header, and a code once", async () => {
  const code = await freshCode();
  const half = (text: string) => encodeURIComponent(text);
  const basic = Buffer.from(`${half(client.clientId)}:${half(client.clientSecret)}`).toString("base64");
  expect((await exchange({ code, client_secret: "" }, { authorization: `Basic ${basic}` })).status).toBe(200);
  expect(await exchange({ code })).toMatchObject({ status: 400, error: "invalid_grant" });
});

it.each([
  ["another client's secret", { client_secret: "wrong" }, "invalid_client"],
  ["another grant", { grant_type: "password" }, "unsupported_grant_type"],
  ["a made-up code", { code: "made up" }, "invalid_grant"],
  ["another verifier", { code_verifier: "x".repeat(43) }, "invalid_grant"],
  ["another redirect", { redirect_uri: `${redirectUri}/` }, "redirect_uri_mismatch"],
])("gives no token for %s", async (_name, fields, error) => {
  expect(await exchange({ code: await freshCode(), ...fields })).toMatchObject({ error });
});

it.each([
  ["another redirect", { redirect_uri: "https://evil.example/" }],
  ["an unknown app", { client_id: "other" }],
  ["plain PKCE", { code_challenge_method: "plain" }],
  ["no openid", { scope: "email" }],
  ["the implicit flow", { response_type: "id_token" }],
])("redirects nobody for %s", async (_name, fields) => {
  const page = await fetch(`${devkit.googleUrl}/o/oauth2/v2/auth?${new URLSearchParams({ ...request, ...fields })}`);
  expect([page.status, (await consent({ account: "deny", ...fields })).back]).toEqual([400, null]);
});

it("accepts a typed address, reports an invalid one, and redirects back when a person declines", async () => {
  expect((await consent({ account: "typed", email: "New.Person@gmail.com" })).back?.searchParams.has("code")).toBe(
    true,
  );
  expect(await consent({ account: "typed", email: "no address" })).toEqual({ status: 400, back: null });
  expect((await consent({ account: "deny" })).back?.searchParams.get("error")).toBe("access_denied");
});

it("refuses a form of another site", async () => {
  const account = googlePersonas[0]?.sub ?? "";
  expect((await consent({ account }, { origin: "https://evil.example" })).status).toBe(403);
});
