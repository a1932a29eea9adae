import dns, { type LookupAddress, type LookupOptions } from "node:dns";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fetchPicture } from "./fetch-picture.ts";
import { fetchPublic } from "./fetch-public.ts";

// DNS rebinding: the attacker's own name server answers each question differently, to pass the check with one address and have
// another one connected to. Nothing must ever reach the services of our own machine.

/** Public by IANA's registries, but allocated to nobody: a connection to it leads nowhere. */
const outside = { address: "3ffe::1", family: 6 } as const;
const inside = { address: "127.0.0.1", family: 4 } as const;
const insideToo = { address: "::ffff:127.0.0.1", family: 6 } as const;

const host = "rebind.example";
const { lookup } = dns;
/** What the attacker's name server answers, one after the other; the last one is repeated. */
let answers: readonly (readonly LookupAddress[])[];
let asked: number;
/** The service on our machine that the attacker wants to reach, and how many have connected to it. */
let service: Server;
let reached: number;
let url: URL;
beforeEach(async () => {
  [asked, reached, answers] = [0, 0, []];
  const fake = (name: string, options: LookupOptions, callback: (...result: readonly unknown[]) => void) => {
    if (name !== host) return lookup(name, options, callback);
    const found = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    if (options.all) return callback(null, found);
    callback(null, found[0]?.address, found[0]?.family);
  };
  dns.lookup = fake as typeof dns.lookup; // the one of its forms that Node's sockets call
  syncBuiltinESMExports();
  service = createServer((socket) => {
    reached += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo; // it listens on a port
  url = new URL(`https://${host}:${port}/a.png`);
});
afterEach(() => {
  dns.lookup = lookup;
  syncBuiltinESMExports();
  service.close();
});

/** Nobody answers outside, so that waiting longer shows nothing. */
const timeoutMs = 300;
const limits = { accept: "*/*", maxBytes: 1_000, whenLonger: "cut", timeoutMs, trustedOrigin: null } as const;

test("a connection without our check is led inside by such a name server, so that these tests can fail", async () => {
  answers = [[inside]];
  const call = https.get(url, { lookup: dns.lookup });
  await once(call, "error");
  expect([asked, reached]).toEqual([1, 1]);
});

test("the address that was checked is the one that is connected to: the name is not asked for again", async () => {
  answers = [[outside], [inside]];
  await expect(fetchPublic(url, limits)).rejects.not.toThrow("the host is not public");
  expect([asked, reached]).toEqual([1, 0]);
});

test.each([
  ["our own machine", [inside]],
  ["our own machine, written as IPv6", [insideToo]],
  ["a public address beside our own machine", [outside, inside]],
])("a name that leads to %s is refused, also when it led outside before", async (_name, second) => {
  answers = [[outside], second];
  await expect(fetchPublic(url, limits)).rejects.toThrow();
  await expect(fetchPublic(url, limits)).rejects.toThrow("the host is not public");
  await expect(fetchPicture(url, null)).rejects.toMatchObject({ code: "not_found" });
  expect([asked, reached]).toEqual([3, 0]);
});

test("a redirect to such a name is checked like the first address", async () => {
  answers = [[inside]];
  const redirecting = createHttpServer((_request, response) => response.writeHead(302, { location: url.href }).end());
  await once(redirecting.listen(0, "127.0.0.1"), "listening");
  const trustedOrigin = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`; // it listens on a port
  try {
    await expect(fetchPublic(new URL(trustedOrigin), { ...limits, trustedOrigin })).rejects.toThrow(
      "the host is not public",
    );
    expect([asked, reached]).toEqual([1, 0]);
  } finally {
    redirecting.close();
  }
});
