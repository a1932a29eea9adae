import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { ApiError, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomText } from "../crypto/secrets.ts";
import { attestationSigner } from "../engines/keys/attestation.ts";
import { buildServer } from "../start/build-server.ts";
import { collectModules } from "../start/modules/collect-modules.ts";
import { startTestApp, type TestApp } from "../testing/start-test-app.ts";
import { buildApp, type Registration } from "./app.ts";
import { query } from "./implement.ts";
import { callsPerMinute } from "./limits/rates.ts";
import { setSessionCookie } from "./request/cookies.ts";
import { buildSignerHost } from "./signer-host.ts";

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "tribe-page-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<!doctype html><title>page</title><p>page</p>");
  await writeFile(join(folder, "assets/index-a1b2c3d4.js"), "1");
  await writeFile(join(folder, "push-sw.js"), "2");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

const get = async (path: string) => {
  const response = await fetch(`${server.origin}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("every route of the contract is implemented, once", () => {
  const inContract = Object.values(routes).flatMap((group) => Object.values(group));
  const implemented = collectModules(server.ctx, server.ctx.db).implementations.map(({ route }) => route);
  expect(new Set(implemented).size).toBe(implemented.length);
  expect(inContract.filter((route) => !implemented.includes(route)).map(({ path }) => path)).toEqual([]);
});

test("the description of the API has every route with its answer and errors", async () => {
  const { status, text } = await get("/api/openapi.json");
  expect(status).toBe(200);
  const api: { openapi: string; paths: Record<string, Record<string, { responses: Record<string, unknown> }>> } =
    JSON.parse(text);
  expect(api.openapi).toBe("3.1.0");
  for (const route of Object.values(routes).flatMap((group) => Object.values(group))) {
    const operation = api.paths[`/api${route.path}`]?.[route.method.toLowerCase()];
    expect(operation, route.path).toBeDefined();
    const success = route === routes.social.xCallback ? "303" : "200";
    expect(Object.keys(operation?.responses ?? {})).toContain(success);
  }
  const trade = JSON.stringify(api.paths["/api/v2/factory/trade"]);
  expect(trade).toContain("ticket_open");
  expect(trade).toContain("tokenAmountInLamports");
});

test("a known path with another method answers with its methods", async () => {
  const ask = async (method: string, path: string) => {
    const response = await fetch(`${server.origin}${path}`, { method });
    return [response.status, response.headers.get("allow")];
  };
  expect(await ask("DELETE", "/api/v1/token/list")).toEqual([405, "GET, HEAD"]);
  expect(await ask("PATCH", "/api/v2/factory/trade")).toEqual([405, "GET, HEAD, POST, PUT"]);
  expect(await ask("QUERY", "/api/v1/token/list")).toEqual([405, "GET, HEAD"]);
  expect(await ask("POST", "/img")).toEqual([405, "GET, HEAD"]);
  expect(await ask("POST", "/ws")).toEqual([405, "GET"]);
  expect(await ask("POST", "/api/v1/nowhere")).toEqual([404, null]);
});

test("pictures, the WebSocket and X's redirect are described", async () => {
  const { text } = await get("/api/openapi.json");
  const { paths } = JSON.parse(text);
  expect(Object.keys(paths["/img"].get.responses)).toEqual(expect.arrayContaining(["200", "404"]));
  expect(Object.keys(paths["/ws"].get.responses)).toEqual(expect.arrayContaining(["101", "401"]));
  const { responses } = paths[`/api${routes.social.xCallback.path}`].get;
  expect(responses["303"].headers.Location).toMatchObject({ required: true });
  expect(responses).not.toHaveProperty("200");
});

test("an unknown error becomes `internal` without details, and is logged completely", async () => {
  const app = await buildApp(server.ctx, {
    implementations: [],
    registrations: [
      (host) => {
        host.get("/api/broken", async () => {
          throw new Error("password of the database is hunter2");
        });
        host.get("/api/misused", async () => {
          throw new ApiError("internal", { message: "table people is missing" });
        });
      },
    ],
    webFolder: null,
  });
  for (const url of ["/api/broken", "/api/misused"]) {
    const { statusCode, body } = await app.inject({ url });
    expect(statusCode).toBe(500);
    const requestId = expect.any(String);
    expect(JSON.parse(body)).toEqual({ error: { code: "internal", message: "Internal server error", requestId } });
  }
  await app.close();
  expect(server.logs.join("")).toContain("hunter2");
});

test("a request has one name: in the head of its answer, in its error, and in each line that it logs, before and after its body", async () => {
  const open = (trustProxy: number) =>
    buildApp(
      { ...server.ctx, config: { ...server.ctx.config, trustProxy } },
      {
        implementations: [],
        registrations: [
          (host, ctx) => {
            host.post("/api/broken", async () => {
              ctx.log.info("before it waits");
              await new Promise((resolve) => setImmediate(resolve));
              throw new Error("broken");
            });
          },
        ],
        webFolder: null,
      },
    );
  const named = async (given: string | null, trustProxy: number) => {
    const app = await open(trustProxy);
    const from = server.logs.length;
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${origin}/api/broken`, {
      method: "POST",
      body: "x".repeat(100_000),
      headers: given === null ? {} : { "x-request-id": given },
    });
    const { error } = (await response.json()) as { readonly error: { readonly requestId: string } };
    await app.close();
    const lines = server.logs.slice(from).map((line): Record<string, unknown> => JSON.parse(line));
    const logged = lines.filter(({ msg }) => msg === "before it waits" || msg === "a call failed");
    return [response.headers.get("x-request-id"), error.requestId, ...logged.map(({ requestId }) => requestId)];
  };
  const proxys = "0b9ad3fe12c1495fa7c1f4e34cf5d4c0";
  expect(await named(proxys, 1)).toEqual([proxys, proxys, proxys, proxys]);
  for (const [given, trustProxy] of [
    [proxys, 0],
    [null, 1],
    ["short", 1],
    ["with a \u00e9 and spaces", 1],
    ["x".repeat(65), 1],
  ] as const) {
    const names = await named(given, trustProxy);
    expect(names).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
    expect(new Set(names).size, `${given}`).toBe(1);
    expect(names[0]).not.toBe(given);
  }
  // Refused before any route: the name is there, too.
  const { error } = JSON.parse((await get("/api/%zz")).text);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test("a long answer to a GET is compressed when the caller accepts brotli, a short one never", async () => {
  const device = await server.newDevice();
  const settings = await device.call(routes.system.config, {});
  const answers = [settings, { ...settings, rpcUrl: `http://localhost/${"long".repeat(2_000)}` }];
  const app = await buildApp(server.ctx, {
    implementations: [query(routes.system.config, async () => answers[0] ?? settings)],
    registrations: [],
    webFolder: null,
  });
  const ask = (encoding: string) =>
    app.inject({ url: `/api${routes.system.config.path}`, headers: { "accept-encoding": encoding } });
  expect((await ask("gzip, br")).headers["content-encoding"]).toBeUndefined();
  answers.shift();
  const compressed = await ask("gzip, br");
  const plain = await ask("gzip");
  expect(compressed.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body);
  await app.close();
});

test("a compressed answer is current, also after the same request was answered before", async () => {
  const device = await server.newDevice();
  const settings = await device.call(routes.system.config, {});
  let name = "first";
  const app = await buildApp(server.ctx, {
    implementations: [
      query(routes.system.config, async () => ({ ...settings, rpcUrl: `http://localhost/${name.repeat(2_000)}` })),
    ],
    registrations: [],
    webFolder: null,
  });
  const ask = async (encoding: string) =>
    app.inject({ url: `/api${routes.system.config.path}`, headers: { "accept-encoding": encoding } });
  for (const each of ["first", "first", "other", "first"]) {
    name = each;
    const [one, another, plain] = await Promise.all([ask("br"), ask("br"), ask("identity")]);
    for (const { rawPayload } of [one, another]) expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body);
    expect(plain.body).toContain(each);
  }
  await app.close();
});

test("an unknown path, a body that is not JSON and one that is too large get their errors", async () => {
  expect(await get("/api/v1/nothing")).toMatchObject({ status: 404 });
  const undecodable = await fetch(`${server.origin}/api/%zz`);
  expect(undecodable.headers.get("content-security-policy")).toBeTruthy();
  expect([undecodable.status, await undecodable.json()]).toEqual([
    400,
    { error: { code: "bad_request", message: "Bad request", requestId: expect.any(String) } },
  ]);
  const device = await server.newDevice();
  const headers = { "content-type": "application/json" };
  const large = await fetch(`${server.origin}/api/log`, { method: "POST", headers, body: "x".repeat(300_000) });
  expect([large.status, await large.json()]).toEqual([
    413,
    { error: { code: "too_large", message: "This is too large", requestId: expect.any(String) } },
  ]);
  const address = "0".repeat(40) as never; // no base58, which the contract refuses
  await expect(
    fetch(`${server.origin}/api/v1/social/x/callback?state=${"x".repeat(201)}`, { redirect: "manual" }).then((r) =>
      r.json(),
    ),
  ).resolves.toMatchObject({ error: { code: "invalid_field", field: "query.state" } });
  await expect(device.call(routes.identity.userProfile, { query: { address } })).rejects.toThrow();
});

test("a rate-limited caller is told when to retry", async () => {
  const device = await server.newDevice();
  const call = () =>
    device.call(routes.identity.startEmail, { body: { email: `${crypto.randomUUID()}@example.test` } });
  for (let count = 0; count < callsPerMinute.sensitive; count += 1) await call();
  const refusal = await call().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "too_many_requests", status: 429 });
  expect(refusal instanceof ApiError && refusal.retryAfterSeconds).toBeGreaterThan(0);
});

test("rate limits, bodies that are too large and requests that no page sends are logged in a line each, with route and address", async () => {
  const before = server.logs.length;
  expect((await fetch(`${server.origin}/api/%`)).status).toBe(400);
  const large = await fetch(`${server.origin}/api/log`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "x".repeat(300_000),
  });
  expect(large.status).toBe(413);
  const device = await server.newDevice();
  const call = (): Promise<unknown> =>
    device.call(routes.identity.startEmail, { body: { email: `${crypto.randomUUID()}@example.test` } });
  for (let count = 0; count < callsPerMinute.sensitive; count += 1) await call();
  await expect(call()).rejects.toMatchObject({ status: 429 });
  const lines = server.logs.slice(before).map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === "a call was refused")).toMatchObject([
    { level: 30, error: "bad_request" },
    { level: 30, error: "too_large", method: "POST", path: "/api/log", ip: "127.0.0.1" },
    { level: 30, error: "too_many_requests", path: `/api${routes.identity.startEmail.path}`, ip: "127.0.0.1" },
  ]);
});

test("logs hold no secret", async () => {
  const secrets = {
    accessToken: "TOPSECRET",
    nested: { sessionSecret: "TOPSECRET", deep: { signature: "TOPSECRET" } },
  };
  server.ctx.log.info({ ...secrets, headers: { cookie: "TOPSECRET", authorization: "TOPSECRET" } }, "look");
  const failure = new Error("Failed query: select $1\nparams: TOPSECRET");
  server.ctx.log.error({ err: failure }, "failed");
  expect(server.logs.at(-2)).toContain("[secret]");
  expect(server.logs.slice(-2).join("")).not.toContain("TOPSECRET");
});

test("pages of other origins may call nothing; the signer's frame may call the wallet", async () => {
  const ask = (path: string, origin: string) =>
    fetch(`${server.origin}/api${path}`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST" },
    });
  const wallet = await ask(routes.wallet.challenge.path, server.ctx.config.signerUrl);
  expect(wallet.headers.get("access-control-allow-origin")).toBe(server.ctx.config.signerUrl);
  const stranger = await ask(routes.wallet.challenge.path, "https://evil.example");
  expect(stranger.headers.get("access-control-allow-origin")).not.toBe("https://evil.example");
  const other = await ask(routes.identity.signIn.path, server.ctx.config.signerUrl);
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("the page is served for its own paths, with immutable assets cached forever", async () => {
  const app = await buildApp(server.ctx, { implementations: [], registrations: [], webFolder: folder });
  for (const url of ["/", `/token/${"1".repeat(32)}`]) {
    const page = await app.inject({ url });
    expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(page.body).toContain("<p>page</p>");
    expect(page.headers["content-security-policy"]).toContain(`frame-src ${server.ctx.config.signerUrl} blob:;`);
  }
  const asset = await app.inject({ url: "/assets/index-a1b2c3d4.js" });
  expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const again = await app.inject({
    url: "/assets/index-a1b2c3d4.js",
    headers: { "if-none-match": String(asset.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  expect((await app.inject({ url: "/push-sw.js" })).headers["cache-control"]).toBe("no-cache");
  expect((await app.inject({ url: "/assets/missing.js" })).statusCode).toBe(404);
  expect((await app.inject({ url: "/../../etc/passwd" })).body).not.toContain("root:");
  await app.close();
});

test("behind TLS browsers keep to TLS for a year, and the session's cookie is for one host, HttpOnly and small", async () => {
  const ctx = { ...server.ctx, config: { ...server.ctx.config, isTls: true } };
  const setsCookie: Registration = (app, { config }) => {
    app.get("/sets-cookie", (_request, reply) => {
      setSessionCookie(reply, config, randomText(32), new Date(Date.now() + 60_000));
      return reply.send("set");
    });
  };
  const app = await buildApp(ctx, { implementations: [], registrations: [setsCookie], webFolder: folder });
  const { headers } = await app.inject({ url: "/" });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const set = String((await app.inject({ url: "/sets-cookie" })).headers["set-cookie"]);
  await app.close();
  const [pair = "", ...attributes] = set.split("; ");
  expect(pair).toMatch(/^__Host-tribe-session=[\w-]{43}$/);
  expect(attributes).toEqual(expect.arrayContaining(["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]));
  expect(set).not.toContain("Domain=");
});

test("the page may connect to Jupiter only when the installation uses it for swaps, and its configuration says so", async () => {
  const policyUnder = async (config: Partial<typeof server.ctx.config>) => {
    const ctx = { ...server.ctx, config: { ...server.ctx.config, ...config } };
    const app = await buildApp(ctx, { implementations: [], registrations: [], webFolder: folder });
    const page = await app.inject({ url: "/" });
    await app.close();
    return String(page.headers["content-security-policy"]);
  };
  const swap = { provider: "jupiter", apiUrl: "https://swaps.example/v1" } as const;
  expect(await policyUnder({ swap })).toMatch(/connect-src [^;]* https:\/\/swaps\.example(;| )/);
  expect(await policyUnder({})).not.toContain("swaps.example");
  expect(JSON.parse((await get("/api/v1/config")).text)).toMatchObject({ swap: { provider: "pool" } });
});

test("a browser that uses another name of this machine is redirected to the app's own origin, to which cookies and frames belong", async () => {
  const openFrom = async (appUrl: string) => {
    const ctx = { ...server.ctx, config: { ...server.ctx.config, appUrl } };
    const app = await buildApp(ctx, { implementations: [], registrations: [], webFolder: folder });
    return (host: string, headers: Record<string, string> = { "sec-fetch-dest": "document" }) =>
      app.inject({ url: "/?b=c", headers: { host, ...headers } });
  };
  const open = await openFrom("http://tribe.localhost:3000");
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "other.localhost:3000"]) {
    const page = await open(host);
    expect(page.body, host).toContain('"http://tribe.localhost:3000"');
    const [, script = ""] = /<script>([\s\S]*)<\/script>/.exec(page.body) ?? [];
    const hash = createHash("sha256").update(script).digest("base64");
    expect(page.headers["content-security-policy"]).toContain(`script-src 'sha256-${hash}'`);
    expect(page.headers["content-security-policy"]).toContain("connect-src http://tribe.localhost:3000;");
    // Otherwise the browser asks for /favicon.ico, which this page's policy blocks with an error in the console.
    expect(page.body).toContain('<link rel="icon" href="data:,">');
    expect(page.headers["content-security-policy"]).toContain("img-src data:;");
  }
  // Not redirected: the app's own name, requests that are no navigation, and names that a proxy forwards.
  expect((await open("tribe.localhost:3000")).body).toContain("<p>page</p>");
  expect((await open("localhost:3000", {})).body).toContain("<p>page</p>");
  expect((await open("tribe.example")).body).toContain("<p>page</p>");
  const openOutside = await openFrom("https://tribe.example");
  expect((await openOutside("localhost:3000")).body).toContain("<p>page</p>");
});

test("the signer's host can be embedded only by the app, and connects only to the API and its own node", async () => {
  const signerRpcUrl = "https://node.example/key/of/an/operator";
  const ctx = { ...server.ctx, config: { ...server.ctx.config, signerRpcUrl } };
  const signer = await buildSignerHost(ctx, folder);
  const page = await signer.inject({ url: "/", headers: { "accept-encoding": "gzip, deflate, br, zstd" } });
  expect(page.statusCode).toBe(200);
  const policy = String(page.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`frame-ancestors ${server.origin}`);
  expect(policy).toContain(`connect-src 'self' ${server.origin} https://node.example;`);
  expect(policy).not.toContain("unsafe");
  expect(page.headers["origin-agent-cluster"]).toBe("?1");
  expect((await signer.inject({ url: "/config.json" })).json()).toMatchObject({
    appOrigin: server.origin,
    rpcUrl: signerRpcUrl,
    adminAddress: server.ctx.keys.admin.address,
    attestationKey: (await attestationSigner(server.ctx.keys)).address,
  });
  await signer.close();
});

test("an unsatisfiable range or a failed precondition on a file is the client's error, not an internal one", async () => {
  const signer = await buildSignerHost(server.ctx, folder);
  const ask = async (headers: Record<string, string>) => (await signer.inject({ url: "/", headers })).statusCode;
  expect(await ask({ range: "bytes=99999999-" })).toBe(416);
  expect(await ask({ "if-match": '"another"' })).toBe(412);
  expect(await ask({ "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).toBe(412);
  await signer.close();
});

test("a second server on the same database starts without a migration of its own", async () => {
  const { ctx } = server;
  const second = await buildServer({ ...ctx, webFolder: null });
  await second.stop();
});
