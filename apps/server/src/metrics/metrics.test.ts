import { type ClientFrame, routes } from "@tribe/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestWorld, type TestWorld } from "../modules/indexer/testing/test-world.ts";
import { openSocket } from "../modules/realtime/testing/test-socket.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await startTestWorld();
});
afterAll(() => world.stop());

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The samples of a text in Prometheus' format. */
const samplesIn = (text: string): readonly Sample[] =>
  text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined || line.startsWith("#")) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

const scrape = async (): Promise<readonly Sample[]> => {
  const { origin, ctx } = world.app;
  const response = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${ctx.config.metricsToken}` },
  });
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  return samplesIn(await response.text());
};

/** One person does a bit of everything, and somebody else what no page does. */
const makeTraffic = async () => {
  const { app } = world;
  const tribe = await world.newTribe(100n);
  const buyer = await world.newPerson();
  await world.buy(buyer, tribe, 200n);
  await buyer.call(routes.chat.join, { body: { mint: tribe.mint } });
  const socket = await openSocket(app, buyer);
  socket.send({ type: "subscribe", mint: tribe.mint, afterSeq: null });
  await socket.next("subscribed");
  const message: ClientFrame = { type: "send", mint: tribe.mint, clientId: crypto.randomUUID(), text: "hello" };
  socket.send(message);
  await socket.next("acknowledged");
  socket.sendRaw("no frame");
  await socket.next("refused");
  socket.close();
  for (const path of [
    `/token/${tribe.mint}`,
    `/user/${buyer.address}`,
    `/img/${tribe.mint}.png`,
    `/api/v2/market/token?mint=${tribe.mint}`,
    `/media/${crypto.randomUUID()}/thumb`,
    `/api/nothing/${buyer.uid}`,
    "/api/%zz",
  ])
    await fetch(`${app.origin}${path}`, { method: path.endsWith("thumb") ? "PUT" : "GET" });
  return { tribe, buyer };
};

test("metrics tell what an operator must see, and no label names a person, an address, a mint or another parameter", async () => {
  const { tribe, buyer } = await makeTraffic();
  const value = async (name: string, labels: Sample["labels"] = {}) =>
    (await scrape()).find(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
    )?.value;
  // Gathered beside the scrape, soon after the start, and again.
  await expect.poll(() => value("tribe_admin_balance_sol")).toBeGreaterThan(0);
  await expect.poll(() => value("tribe_indexer_slots_behind", { program: "curve" })).toBe(0);
  await expect.poll(() => value("tribe_payouts_due", { venue: "curve" })).toBe(0);
  await expect.poll(() => value("tribe_jobs_waiting", { job: "mail.send" })).toBe(0);
  await expect.poll(() => value("tribe_notices_lag_seconds")).toBeGreaterThanOrEqual(0);
  await expect.poll(() => value("tribe_outbox_rows")).toBeGreaterThanOrEqual(0);
  await expect.poll(() => value("tribe_chain_block_age_seconds")).toBeLessThan(60);

  const submitted = { method: routes.factory.submitTrade.method, route: `/api${routes.factory.submitTrade.path}` };
  expect(await value("tribe_http_request_duration_seconds_count", { ...submitted, status: "2xx" })).toBe(1);
  expect(await value("tribe_frame_duration_seconds_count", { frame: "send", outcome: "answered" })).toBe(1);
  expect(await value("tribe_frame_duration_seconds_count", { frame: "unknown", outcome: "refused" })).toBe(1);
  expect(await value("tribe_job_duration_seconds_count", { job: "mail.send", outcome: "done" })).toBeGreaterThan(0);
  expect(await value("tribe_database_pool_limit", { pool: "main" })).toBe(32);
  expect(await value("tribe_outbox_lag_seconds")).toBeLessThan(60);
  expect(await value("tribe_websockets")).toBe(0);
  expect(await value("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(await value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);

  const samples = await scrape();
  const named = [tribe.mint, tribe.tokenId, tribe.chief.address, buyer.address, buyer.uid, buyer.name].map(String);
  for (const { name, labels } of samples)
    for (const [label, text] of Object.entries(labels)) {
      const where = `${name}{${label}="${text}"}`;
      expect(
        named.filter((each) => text.includes(each)),
        where,
      ).toEqual([]);
      // No id, no address, and nothing that a request could invent.
      expect(text, where).not.toMatch(/[0-9a-f]{8}-|[1-9A-HJ-NP-Za-km-z]{32,}/);
      expect(text, where).toMatch(/^[\w .+,/:*%-]{1,60}$/);
    }
  const routesSeen = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
  expect([...routesSeen].filter((route) => route.startsWith("/token/") || route.includes("nothing"))).toEqual([]);
  expect(routesSeen).toContain("none");
});
