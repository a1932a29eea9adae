import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Devkit } from "../index.ts";
import { callback, client, startTestDevkit } from "../testing/devkit.ts";
import { Grants } from "./grants.ts";
import { personas } from "./personas.ts";

let devkit: Devkit;
beforeAll(async () => {
  devkit = await startTestDevkit();
});
afterAll(() => devkit.stop());

const verifier = randomBytes(48).toString("base64url");
const request = {
  response_type: "code",
  client_id: client.clientId,
  redirect_uri: callback,
  scope: "users.read tweet.read",
  state: "state & more",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256",
};

const authorize = (changes: Record<string, string> = {}) =>
  fetch(`${devkit.xUrl}/i/oauth2/authorize?${new URLSearchParams({ ...request, ...changes })}`, { redirect: "manual" });

const consent = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${devkit.xUrl}/i/oauth2/authorize`, {
    method: "POST",
    body: new URLSearchParams({ ...request, ...fields }),
    headers,
    redirect: "manual",
  });

const freshCode = async (fields: Record<string, string> = {}): Promise<string> => {
  const response = await consent({ persona: personas[0]?.id ?? "", ...fields });
  return new URL(response.headers.get("location") ?? "").searchParams.get("code") ?? "";
};

const basic = (id = client.clientId, secret = client.clientSecret) =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`;

const exchange = async (fields: Record<string, string>, authorization: string = basic()) => {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    redirect_uri: callback,
    code_verifier: verifier,
    ...fields,
  });
  const response = await fetch(`${devkit.xUrl}/2/oauth2/token`, { method: "POST", body, headers: { authorization } });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, answer };
};

const tokenFor = async (fields: Record<string, string> = {}) =>
  String((await exchange({ code: await freshCode(fields) })).answer.access_token);

const me = async (token: string, query = "") => {
  const response = await fetch(`${devkit.xUrl}/2/users/me${query}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, answer: (await response.json()) as { data?: Record<string, string> } };
};

describe("the consent page", () => {
  it("offers the accounts and runs no external script", async () => {
    const response = await authorize();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    const text = await response.text();
    for (const { username } of personas) expect(text).toContain(`@${username}`);
  });

  it.each([
    ["another redirect", { redirect_uri: `${callback}/` }],
    ["an unknown app", { client_id: "other" }],
    ["plain PKCE", { code_challenge_method: "plain" }],
    ["a cut challenge", { code_challenge: "short" }],
    ["no state", { state: "" }],
    ["a scope nobody has", { scope: "users.read admin" }],
    ["the implicit flow", { response_type: "token" }],
  ])("answers %s with a page and never redirects", async (_, changes) => {
    for (const response of [await authorize(changes), await consent({ persona: personas[0]?.id ?? "", ...changes })]) {
      expect(response.status).toBe(400);
      expect(response.headers.get("location")).toBeNull();
    }
  });

  it("escapes a stranger's text in the request", async () => {
    const text = await (await authorize({ state: '"><script>alert(1)</script>' })).text();
    expect(text).not.toContain("<script>alert");
  });

  it("redirects back with access_denied when a person declines", async () => {
    const location = new URL((await consent({ persona: "deny" })).headers.get("location") ?? "");
    expect(Object.fromEntries(location.searchParams)).toEqual({ state: request.state, error: "access_denied" });
  });

  it("refuses a consent that another site posted", async () => {
    const response = await consent({ persona: personas[0]?.id ?? "" }, { origin: "https://evil.example" });
    expect(response.status).toBe(403);
  });

  it("asks again when a typed handle is not valid on X", async () => {
    const response = await consent({ persona: "typed", name: "Somebody", username: "far too long a handle" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('role="alert"');
  });
});

describe("the token endpoint", () => {
  it("exchanges a code for a bearer token", async () => {
    const { status, answer } = await exchange({ code: await freshCode() });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ token_type: "bearer", expires_in: 7_200, scope: request.scope });
  });

  it("accepts a code once", async () => {
    const code = await freshCode();
    expect((await exchange({ code })).status).toBe(200);
    const again = await exchange({ code });
    expect(again.status).toBe(400);
    expect(again.answer).toEqual({
      error: "invalid_request",
      error_description: "Value passed for the authorization code was invalid.",
    });
  });

  it("refuses a wrong verifier and invalidates the code", async () => {
    const code = await freshCode();
    const wrong = await exchange({ code, code_verifier: randomBytes(48).toString("base64url") });
    expect(wrong.status).toBe(400);
    expect(wrong.answer.error_description).toBe("Value passed for the code verifier did not match the code challenge.");
    expect((await exchange({ code })).status).toBe(400);
  });

  it("refuses another redirect_uri than that of the consent", async () => {
    const wrong = await exchange({ code: await freshCode(), redirect_uri: `${callback}?x=1` });
    expect(wrong.status).toBe(400);
    expect(wrong.answer.error_description).toContain("redirect uri did not match");
  });

  it.each([
    ["no credentials", ""],
    ["a wrong secret", basic(client.clientId, "wrong")],
    ["a wrong id", basic("wrong")],
  ])("refuses %s as unauthorized_client", async (_, authorization) => {
    const { status, answer } = await exchange({ code: await freshCode() }, authorization);
    expect(status).toBe(401);
    expect(answer.error).toBe("unauthorized_client");
  });

  it("names a missing parameter", async () => {
    const { answer } = await exchange({ code: await freshCode(), code_verifier: "" });
    expect(answer.error_description).toBe("Missing required parameter [code_verifier].");
  });

  it("expires codes after 30 seconds and tokens after two hours", () => {
    let now = 0;
    const grants = new Grants(() => now);
    const [persona] = personas;
    if (!persona) throw new Error("no persona");
    const grant = { redirectUri: callback, challenge: "", scopes: [], persona };
    const code = grants.issueCode(grant);
    const token = grants.issueToken(grant);
    now = 30_000;
    expect(grants.redeemCode(code)).toBeNull();
    now = 7_200_000;
    expect(grants.findToken(token)).toBeNull();
  });
});

describe("the account", () => {
  it("has id, name and handle, and other fields only on request", async () => {
    const token = await tokenFor();
    const plain = await me(token);
    expect(Object.keys(plain.answer.data ?? {})).toEqual(["id", "name", "username"]);
    const full = await me(token, "?user.fields=profile_image_url,url");
    expect(full.answer.data).toMatchObject({ username: "mara_ember", name: "Mara Ember" });
    const picture = await fetch(full.answer.data?.profile_image_url ?? "");
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  it("keeps the id of a renamed account", async () => {
    const typed = (name: string) => tokenFor({ persona: "typed", name, username: "same_handle" });
    const before = await me(await typed("✨"));
    const after = await me(await typed("Sparkle"));
    expect(after.answer.data).toMatchObject({ id: before.answer.data?.id, name: "Sparkle" });
  });

  it("refuses an unknown or revoked token, a missing scope and an unknown field", async () => {
    expect((await me("nobody")).status).toBe(401);
    expect((await me(await tokenFor({ scope: "tweet.read" }))).status).toBe(403);
    const token = await tokenFor();
    expect((await me(token, "?user.fields=shoe_size")).status).toBe(400);
    const body = new URLSearchParams({ token });
    await fetch(`${devkit.xUrl}/2/oauth2/revoke`, { method: "POST", body, headers: { authorization: basic() } });
    expect((await me(token)).status).toBe(401);
  });

  it("answers under no other host name", async () => {
    const { port } = new URL(devkit.origin);
    const { request: httpRequest } = await import("node:http");
    const status = await new Promise((resolve, reject) => {
      const call = httpRequest({ port, host: "127.0.0.1", path: "/mail", headers: { host: "rebound.example" } });
      call.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
      call.end();
    });
    expect(status).toBe(421);
  });
});
