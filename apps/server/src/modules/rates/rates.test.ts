import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FiatPrice, fiatCurrencies, rateLateMs } from "@tribe/contract";
import { type Devkit, startDevkit } from "@tribe/devkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectCoinbase } from "../../engines/rates/coinbase.ts";
import { RatesError, type RatesProvider } from "../../engines/rates/port.ts";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { ratesAt } from "./index.ts";
import { createRatesReader } from "./read-rates.ts";
import { solRates } from "./schema.ts";

const minute = 60_000;

let app: TestApp;
let devkit: Devkit;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-rates-"));
  const account = { publishableKey: "pk", secretKey: "s", webhookKey: "w", webhookUrl: "http://127.0.0.1:9" };
  devkit = await startDevkit({
    ...{ port: 0, host: "127.0.0.1", dataDir: folder, rpcUrl: "http://127.0.0.1:9", appUrl: "http://localhost:3000" },
    ...{ x: { clientId: "id", clientSecret: "s" }, google: { clientId: "id", clientSecret: "s" }, card: account },
  });
  app = await startTestApp({ config: { rates: { apiUrl: devkit.ratesUrl, source: "stand-in" } } });
});
beforeEach(async () => {
  app.clock.offset = 0;
  await app.ctx.db.delete(solRates);
});
afterAll(async () => {
  await app.stop();
  await devkit.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A provider that says these dollars, one after another; null is no answer. */
const answering = (...dollars: (number | null)[]): RatesProvider & { readonly calls: () => number } => {
  let calls = 0;
  return {
    source: "test",
    calls: () => calls,
    read: async () => {
      const next = dollars[calls];
      calls += 1;
      if (next === undefined || next === null) throw new RatesError("no answer");
      return new Map([["USD", BigInt(next) as FiatPrice]]); // no price of a real provider is needed here
    },
  };
};

const { signal } = new AbortController();
const latest = async () => {
  const response = await fetch(`${app.origin}/api/v1/rates`);
  const body: unknown = await response.json();
  return { caching: response.headers.get("cache-control"), body };
};
const rows = () => app.ctx.db.select().from(solRates).orderBy(solRates.at);

test("what the stand-in says is stored and served to everybody, for as long as it is not late", async () => {
  const reader = createRatesReader(app.ctx, connectCoinbase({ ...provider(), now: app.ctx.now }));
  expect((await latest()).body).toEqual({ rate: null });
  await reader.read(signal);
  const [row] = await rows();
  const { caching, body } = await latest();
  expect(body).toEqual({ rate: { source: "stand-in", at: row?.at.getTime(), prices: row?.prices } });
  expect(Object.keys(row?.prices ?? {}).sort()).toEqual([...fiatCurrencies].sort());
  expect(caching).toBe("public, max-age=30");
  app.clock.offset = rateLateMs + minute;
  expect((await latest()).body).toEqual({ rate: null });
});

const provider = () => {
  if (!app.ctx.config.rates) throw new Error("rates are on here");
  return app.ctx.config.rates;
};

test("nothing is served when an operator has switched rates off", async () => {
  await createRatesReader(app.ctx, answering(142)).read(signal);
  const off = await startTestApp();
  await off.ctx.db.insert(solRates).values(await rows());
  const response = await fetch(`${off.origin}/api/v1/rates`);
  expect(await response.json()).toEqual({ rate: null });
  await off.stop();
});

test("the provider is asked once by all processes, and less and less often while it fails", async () => {
  const [one, other] = [answering(142, null, null, null, 142), answering(142)];
  const [first, second] = [one, other].map((each) => createRatesReader(app.ctx, each));
  await first?.read(signal);
  await second?.read(signal);
  expect([one.calls(), other.calls()]).toEqual([1, 0]);
  const calledAt: number[] = [];
  for (let passed = 1; passed <= 10; passed += 1) {
    app.clock.offset = passed * minute;
    const before = one.calls();
    await first?.read(signal);
    if (one.calls() > before) calledAt.push(passed);
  }
  // After 1, 2 and 4 minutes, and then each minute again (it has no more answers).
  expect(calledAt).toEqual([1, 2, 4, 8, 9, 10]);
  expect(await rows()).toHaveLength(2);
});

test("one reading of five minutes stays for good, the others for an hour", async () => {
  const reader = createRatesReader(app.ctx, answering(...Array.from({ length: 75 }, () => 142)));
  for (let passed = 0; passed < 75; passed += 1) {
    app.clock.offset = passed * minute;
    await reader.read(signal);
  }
  const stored = await rows();
  const start = stored[0]?.at.getTime() ?? 0;
  const minutesOf = (isPermanent: boolean) =>
    stored.filter(({ isKept }) => isKept === isPermanent).map(({ at }) => Math.round((at.getTime() - start) / minute));
  const permanent = minutesOf(true);
  expect(permanent.length).toBeGreaterThanOrEqual(13);
  expect(permanent.every((each, index) => index === 0 || [5, 6].includes(each - (permanent[index - 1] ?? 0)))).toBe(
    true,
  );
  expect(Math.min(...minutesOf(false))).toBeGreaterThanOrEqual(14);
});

test("a trade has the kept rate of the ten minutes before it, or none", async () => {
  const at = (minutes: number) => new Date(1_790_000_000_000 + minutes * minute);
  const row = (minutes: number, isPermanent: boolean, USD: string) => ({
    at: at(minutes),
    source: "test",
    prices: { USD },
    isKept: isPermanent,
  });
  await app.ctx.db
    .insert(solRates)
    .values([row(0, true, "100"), row(1, false, "101"), row(5, true, "105"), row(40, true, "140")]);
  const times = [at(-1), at(0), at(4.9), at(5), at(14.9), at(15), at(39), at(45), at(0)];
  const found = await ratesAt(app.ctx.db, times);
  expect(found.map((rate) => rate && Number(rate.prices.USD))).toEqual([
    null,
    100,
    100,
    105,
    105,
    null,
    null,
    140,
    100,
  ]);
  expect(found[1]).toEqual({ source: "test", at: at(0).getTime(), prices: { USD: 100n } });
  expect(await ratesAt(app.ctx.db, [])).toEqual([]);
});
