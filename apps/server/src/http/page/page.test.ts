import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { firstDataId, firstDataSchema, lamports, type Mint, tokenUnits, unitsPerToken } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { setNerfed, setTwitter } from "../../modules/identity/index.ts";
import { tokens } from "../../modules/indexer/schema.ts";
import { newIndexedPerson, newIndexedTribe } from "../../modules/indexer/testing/indexed-tribe.ts";
import { collectModules } from "../../start/modules/collect-modules.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { buildApp } from "../app.ts";
import { previewOf, previewTags } from "./preview.ts";
import { shellOf } from "./shell.ts";
import { readTemplate } from "./template.ts";

const theme = "document.title.length";
const html = `<!doctype html><html><head><meta name="description" content="old"><title>Tribe</title><script>${theme}</script></head><body>
<div id="root"><!--main--></div><!--first-data--><template id="script"><!--preloads--></template>
<template data-shell="home" data-preload="/assets/home-1.js"><h1>Tribes</h1>{{live}}{{lines}}</template>
<template data-shell="live"><i></i></template>
<template data-shell="line"><p>{{name}} at {{price}}</p></template>
<template data-shell="token"><h1>{{name}}</h1>{{below}}</template>
<template data-shell="market"><p>Market at {{price}}</p></template>
<template data-shell="chat"><p>Chat of {{name}}</p></template></body></html>`;
/** Ends an element, an attribute and a template literal, and has special patterns of String.replace. */
const wicked = `</script><script>alert(1)</script>"'$&{{x}}`;

let server: TestApp;
let app: FastifyInstance;
let folder: string;
let mint: Mint;
beforeAll(async () => {
  server = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), "tribe-first-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), html);
  await writeFile(join(folder, "assets/index-a1b2c3d4.js"), "plain");
  await writeFile(join(folder, "push-sw.js"), "plain");
  await writeFile(join(folder, "assets/index-a1b2c3d4.js.br"), brotliCompressSync("plain"));
  const { person } = await newIndexedPerson(server);
  mint = await newIndexedTribe(server, person.address);
  await server.ctx.db.update(tokens).set({ name: wicked }).where(eq(tokens.mint, mint));
  const { implementations } = collectModules(server.ctx, server.ctx.db);
  app = await buildApp(server.ctx, { implementations, registrations: [], webFolder: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

test("the page without data, and a service worker for the whole origin that is revalidated each time", async () => {
  const shell = await get("/shell.html");
  expect(shell.statusCode).toBe(200);
  expect(shell.headers["cache-control"]).toBe("no-cache");
  expect(shell.headers["content-security-policy"]).toContain("default-src 'self'");
  expect(shell.body).toContain('<div id="root"></div>');
  expect(shell.body).not.toContain(firstDataId);
  const worker = await get("/push-sw.js");
  expect(worker.statusCode).toBe(200);
  expect(worker.headers["service-worker-allowed"]).toBe("/");
  expect(worker.headers["cache-control"]).toBe("no-cache");
  expect(worker.headers["content-type"]).toContain("javascript");
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const dataOf = (page: string) => {
  const block = new RegExp(`<script type="application/json" id="${firstDataId}">(.*?)</script>`).exec(page)?.[1];
  return z.decode(firstDataSchema, JSON.parse(block ?? "null"));
};

test("the home page contains its listing, as data and as HTML for the time before the script runs", async () => {
  const { body, headers, statusCode } = await get("/");
  expect(statusCode).toBe(200);
  expect(headers["cache-control"]).toBe("no-cache");
  const { config, list } = dataOf(body);
  expect(config?.appUrl).toBe(server.origin);
  expect(list).toMatchObject({ tab: "leaderboard", window: "all", search: "", page: { total: 1, nextCursor: null } });
  expect(list?.page.tokens[0]?.name).toBe(wicked);
  expect(body).toContain("<h1>Tribes</h1><p>&lt;/script&gt;");
  expect(body).toContain(
    '<template id="script"><link rel="modulepreload" crossorigin href="/assets/home-1.js"></template>',
  );
  expect(body).not.toContain("<template data-shell");
});

test("while the settings are late, the page has those that were read last", async () => {
  const { config } = dataOf((await get("/")).body);
  const late = await server.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table system_state in access exclusive mode`);
    return get("/");
  });
  expect(config).toMatchObject({ appUrl: server.origin });
  expect(dataOf(late.body).config).toEqual(config);
});

test("the home page reserves space for lives before the script runs, and none when nobody is live", async () => {
  const template = readTemplate(html);
  const live = { mint, title: "Night call-in", viewers: 3, startedAt: 1 };
  expect(dataOf((await get("/")).body).lives).toEqual({ lives: [] });
  expect(shellOf(template, "/", { lives: { lives: [] } }).main).toBe("<h1>Tribes</h1>");
  expect(shellOf(template, "/", { lives: { lives: [live] } }).main).toBe("<h1>Tribes</h1><i></i>");
});

test("a Tribe's two addresses share a shell, each with its own content below the header", () => {
  const template = readTemplate(html);
  const token = { name: wicked, symbol: "WIC", price: lamports(225_000n) };
  const market = shellOf(template, "/token/x", { token });
  const chat = shellOf(template, "/chat/x", { token });
  expect(market.name).toBe("token");
  expect(market.main).toMatch(/^<h1>&lt;\/script&gt;.*<p>Market at 0\.000225<\/p>$/);
  expect(chat.name).toBe("token");
  expect(chat.main).toContain("<p>Chat of &lt;/script&gt;");
});

test("a name that contains HTML is escaped everywhere", async () => {
  const { body } = await get("/");
  expect(body).not.toContain("alert(1)</script>");
  expect(body.match(/<script/g)).toHaveLength(2);
  expect(body).toContain(`${"&quot;&#39;$&amp;{{x}}"} at`);
});

test("the listing in the address is included, and an invalid address gets the plain page", async () => {
  expect(dataOf((await get("/?tab=migrated&window=4h")).body).list).toMatchObject({ tab: "migrated", window: "4h" });
  expect(dataOf((await get("/?tab=nonsense")).body).list).toMatchObject({ tab: "leaderboard" });
  expect(dataOf((await get("/?q=ember")).body).list).toBeUndefined();
  expect(dataOf((await get(`/token/${"1".repeat(32)}`)).body).token).toBeUndefined();
  expect(dataOf((await get("/token/%3Cscript%3E")).body).token).toBeUndefined();
  expect((await get("/wallet")).statusCode).toBe(200);
});

/** The tags that crawlers read. */
const tagsOf = (page: string) =>
  new Map(
    [...page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  );

test("each page has its own title, description and preview without scripts", async () => {
  const home = tagsOf((await get("/")).body);
  expect(home.get("og:title")).toBe("Tribe");
  expect(home.get("description")).toContain("Private chats");
  const token = {
    name: wicked,
    symbol: "WIC",
    price: lamports(225_000n),
    mint,
    memberCount: 5,
    groupSize: 12,
    tradeInfo: { entryThresholdTokens: tokenUnits(10n * unitsPerToken) },
    newMint: null,
    conversionRate: null,
  } as const;
  for (const [path, title] of [
    ["/token/x", "(WIC) · Tribe"],
    ["/chat/x", "chat · Tribe"],
  ] as const) {
    const preview = previewOf(path, { token }, false, "https://share.example");
    const markup = previewTags(preview, path, server.origin);
    const tags = tagsOf(markup);
    expect(preview.title).toContain(title);
    expect(markup).toContain(`<link rel="canonical" href="${server.origin}${path}">`);
    expect(tags.get("og:url")).toBe(`${server.origin}${path}`);
    expect(tags.get("og:image")).toBe(`https://share.example/share/token/${mint}.png`);
    expect(tags.get("og:description")).toContain("7 of 12 seats are free");
    expect(tags.get("og:description")).toContain("a seat takes 10 WIC");
    expect(tags.get("twitter:card")).toBe("summary_large_image");
    expect(tags.get("og:title")).toMatch(/^&lt;\/script&gt;/);
    expect(tags.has("robots")).toBe(false);
  }
  // No chain here: the Tribe can't be read now, which may be temporary.
  const { body, statusCode } = await get(`/token/${mint}`);
  expect([statusCode, tagsOf(body).has("robots")]).toEqual([200, false]);
  expect(tagsOf((await get("/wallet")).body).get("robots")).toBe("noindex");
});

test("the preview of a migrated Tribe uses new tokens: its price for 1,000 of them, and how many a seat needs", () => {
  const token = {
    name: "Trail",
    symbol: "TRA",
    price: lamports(87_000_000n),
    mint,
    memberCount: 12,
    groupSize: 12,
    tradeInfo: { entryThresholdTokens: tokenUnits(10n * unitsPerToken) },
    newMint: mint,
    conversionRate: 2_119n,
  } as const;
  const describe = (path: string) => previewOf(path, { token }, false, "https://share.example").description;
  expect(describe("/token/x")).toBe(
    "TRA at 0.000041 SOL per 1,000. All 12 seats are taken in the private chat of Trail; a seat takes 21,190,000 TRA.",
  );
  expect(describe("/chat/x")).toContain("a seat takes 21,190,000 TRA");
});

test("a person's preview has name, bio and picture, and none of them for a nerfed person", async () => {
  const { person } = await newIndexedPerson(server);
  const account = { id: "p1", name: "Ada Okafor", handle: "ada" };
  await server.ctx.db.transaction((tx) => setTwitter(tx, person.uid, account, "https://pbs.twimg.com/ada.png"));
  const open = async () => (await get(`/user/${person.address}`)).body;
  const page = await open();
  expect(page).toContain("<title>Ada Okafor · Tribe</title>");
  expect(dataOf(page).user?.user.displayName).toBe("Ada Okafor");
  expect(tagsOf(page).get("og:image")).toBe("https://pbs.twimg.com/ada.png");
  expect(tagsOf(page).get("og:type")).toBe("profile");
  await server.ctx.db.transaction((tx) => setNerfed(tx, person.uid, true));
  const hidden = await open();
  expect(hidden).not.toContain("Ada");
  expect(tagsOf(hidden).has("og:image")).toBe(false);
  expect(tagsOf(hidden).get("robots")).toBe("noindex");
});

test("a missing page is a 404 with noindex, and all of the page's routes exist", async () => {
  const unknown = "1".repeat(32);
  for (const path of [
    `/token/${unknown}`,
    `/chat/${unknown}`,
    `/user/${unknown}`,
    "/token/nonsense",
    "/nowhere",
    "//x",
  ]) {
    const { body, statusCode } = await get(path);
    expect([path, statusCode, tagsOf(body).get("robots")]).toEqual([path, 404, "noindex"]);
    expect(tagsOf(body).get("og:url")).not.toContain("//x");
  }
  const router = await readFile(new URL("../../../../web/src/app/router.tsx", import.meta.url), "utf8");
  const paths = [...router.matchAll(/ path: "([^"$]+)"/g)].map(([, path]) => path ?? "");
  expect(paths).toContain("/wallet");
  for (const path of paths) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
});

test("the content security policy allows exactly the page's inline scripts", async () => {
  const hash = createHash("sha256").update(theme).digest("base64");
  const policy = String((await get("/")).headers["content-security-policy"]);
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test("page and scripts are compressed for clients that accept it", async () => {
  const plain = await get("/");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const small = await get("/", { "accept-encoding": "gzip, br" });
  expect(small.headers["content-encoding"]).toBe("br");
  for (const [wish, encoding] of [
    ["gzip, br;q=0.1", "br"],
    ["*", "br"],
    ["br;q=0, gzip", undefined],
    ["identity, br;q=0.5", undefined],
    ["brotli", undefined],
  ] as const)
    expect((await get("/", { "accept-encoding": wish })).headers["content-encoding"], wish).toBe(encoding);
  expect(brotliDecompressSync(small.rawPayload).toString()).toContain("<h1>Tribes</h1>");
  const script = await get("/assets/index-a1b2c3d4.js", { "accept-encoding": "br" });
  expect(script.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": expect.stringContaining("javascript"),
    "cache-control": "public, max-age=31536000, immutable",
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect((await get("/assets/index-a1b2c3d4.js")).body).toBe("plain");
  expect((await get("/assets/index-a1b2c3d4.js.br")).statusCode).toBe(404);
  expect((await get("/index.html")).statusCode).toBe(404);
});

test("a running server serves a rebuilt page and its scripts; until the build is complete, the previous page", async () => {
  const index = join(folder, "index.html");
  await rm(index);
  const before = await get("/");
  expect([before.statusCode, before.body.includes(theme)]).toEqual([200, true]);
  const newTheme = "document.title.trim()";
  await rm(join(folder, "assets"), { recursive: true });
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets/index-e5f6a7b8.js"), "new");
  await writeFile(join(folder, "assets/index-e5f6a7b8.js.br"), brotliCompressSync("new"));
  await writeFile(index, html.replace(theme, newTheme).replace("/assets/home-1.js", "/assets/index-e5f6a7b8.js"));
  for (const path of ["/", "/shell.html"]) {
    const { body, headers } = await get(path);
    expect(body).toContain(newTheme);
    const hash = createHash("sha256").update(newTheme).digest("base64");
    expect(headers["content-security-policy"]).toContain(`script-src 'self' 'sha256-${hash}';`);
  }
  expect((await get("/")).body).toContain('href="/assets/index-e5f6a7b8.js"');
  expect((await get("/assets/index-e5f6a7b8.js")).body).toBe("new");
  expect((await get("/assets/index-e5f6a7b8.js", { "accept-encoding": "br" })).headers).toMatchObject({
    "content-encoding": "br",
    "cache-control": "public, max-age=31536000, immutable",
  });
  expect((await get("/assets/index-e5f6a7b8.js.br")).statusCode).toBe(404);
  expect((await get("/assets/index-a1b2c3d4.js")).statusCode).toBe(404);
});

test.each([
  ["//", 404],
  ["/assets/", 404],
  ["//x", 404],
  ["/?q=%ff&q=%zz", 200],
  ["http://name/", 200],
  ["http://[::bad/", 400],
])("the target %j is answered with %i, never a 500", async (target, status) => {
  // The tests before only inject requests, without listening.
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const [address] = app.addresses();
  if (typeof address !== "object") throw new Error("the page listens nowhere");
  const socket = connect({ port: address.port, host: "127.0.0.1" });
  socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [head]: Buffer[] = await once(socket, "data");
  socket.destroy();
  expect(head?.toString().split(" ")[1]).toBe(String(status));
});
