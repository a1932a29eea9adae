import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { verifySigner } from "./verify-signer.mjs";

/** @param {string} text */
const sha256 = (text) => createHash("sha256").update(text).digest("hex");
/** @type {Record<string, string>} */
const files = { "index.html": "<!doctype html>", "assets/main-12345678.js": "sign()", "assets/inter.woff2": "font" };
/** @param {Record<string, string>} content */
const listOf = (content) =>
  Object.entries(content)
    .map(([name, text]) => `${sha256(text)}  ${name}\n`)
    .join("");
const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; frame-ancestors https://tribe.example; base-uri 'none'; require-trusted-types-for 'script'",
  "origin-agent-cluster": "?1",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** @type {import("node:http").Server} */
let server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/**
 * Starts a signer's host that serves these files and this list.
 * @param {{ served?: Record<string, string>, list?: string, sent?: Record<string, string> }} [parts]
 */
const host = async ({ served = files, list = listOf(files), sent = headers } = {}) => {
  server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : String(request.url).slice(1);
    const text = name === "bundle.sha256" ? list : served[name];
    response.writeHead(text === undefined ? 404 : 200, { ...sent, connection: "close" }).end(text);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the host listens nowhere");
  return `http://127.0.0.1:${address.port}`;
};

test("a host that serves the published files passes, with the hash of its list", async () => {
  const hash = sha256(listOf(files));
  const url = await host();
  expect(await verifySigner(url, hash)).toEqual({ hash, files: 3, faults: [] });
  expect((await verifySigner(url, undefined)).faults).toEqual([]);
});

test("detects a changed file, and a list that was changed with it", async () => {
  const served = { ...files, "assets/main-12345678.js": "steal()" };
  const own = sha256(listOf(files));
  const url = await host({ served });
  expect((await verifySigner(url, own)).faults).toEqual([
    "/assets/main-12345678.js is another file than the list says",
  ]);
  await new Promise((resolve) => server.close(resolve));
  const both = await host({ served, list: listOf(served) });
  expect((await verifySigner(both, own)).faults).toEqual([`the published hash is ${own}`]);
});

test.each([
  ["a missing file", { served: { "index.html": "<!doctype html>" } }, "/assets/main-12345678.js answers 404"],
  ["a list without the page", { list: listOf({ "assets/inter.woff2": "font" }) }, "the list does not name index.html"],
  [
    "a list with an external path",
    { list: `${listOf(files)}${sha256("x")}  https://evil.example/x\n` },
    "the list has a line that is none",
  ],
  [
    "a page without a limit on framing",
    { sent: { ...headers, "content-security-policy": "default-src 'none'" } },
    "the header content-security-policy lacks frame-ancestors",
  ],
  [
    "a page without its own process",
    { sent: { ...headers, "origin-agent-cluster": "?0" } },
    "the header origin-agent-cluster lacks ?1",
  ],
])("reports %s", async (_what, answers, fault) => {
  expect((await verifySigner(await host(answers), undefined)).faults).toContain(fault);
});
