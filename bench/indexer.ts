import { poolProgramAddress } from "@tribe/chain/accounts";
import type { AppContext } from "../apps/server/src/context/context.ts";
import { listen } from "../apps/server/src/modules/indexer/intake/listen.ts";
import { chainEvents, pools } from "../apps/server/src/modules/indexer/schema.ts";
import { eventually, startTestWorld, type TestWorld } from "../apps/server/src/modules/indexer/testing/test-world.ts";
import { indexerWorker } from "../apps/server/src/modules/indexer/worker.ts";
import { startTestApp } from "../apps/server/src/testing/start-test-app.ts";
import { type Crowd, gatherCrowd } from "./indexer/crowd.ts";
import { percentile, type Suite } from "./suite.ts";

const crowdSize = 50;
const perSecond = 100;
const seconds = 15;
/** The number of swaps for the rebuild to read, sent as fast as the chain accepts them; fewer on a slow machine. */
const more = 10_000;
const fillForMs = 25_000;
/** The number of rebuilds from an empty database, one after the other: the median counts, as each takes only a few seconds. */
const rebuilds = 3;

/**
 * The indexer on one machine with the chain and PostgreSQL: the delay from a swap's confirmation to its index entry, at 100 a
 * second, and how fast a server with an empty database reads the whole chain, the first time and typically.
 */
export const run = async (): Promise<Suite> => {
  say("chain, database and server start");
  const world = await startTestWorld();
  try {
    const { db } = world.app.ctx;
    const tribe = await world.newTribe(100_000n, 120n);
    await eventually("it has migrated", async () => (await db.select().from(pools)).length > 0, 30_000);
    say(`${crowdSize} people come`);
    const crowd = await gatherCrowd(world, tribe, crowdSize);
    say(`${perSecond} swaps a second for ${seconds} s`);
    const lags = await lagsUnderLoad(world, crowd);
    say(`up to ${more} more swaps, at most ${fillForMs / 1_000} s`);
    await fill(crowd);
    const events = await settled(world);
    say(`an empty database reads ${events} events`);
    const rates: number[] = [];
    for (let round = 0; round < rebuilds; round += 1) rates.push(events / ((await rebuild(world, events)) / 1_000));
    return {
      suite: "indexer",
      rows: [
        { name: "lag.p50", value: round(percentile(lags, 0.5)), unit: "ms", bar: null, better: "lower" },
        { name: "lag.p99", value: round(percentile(lags, 0.99)), unit: "ms", bar: 500, better: "lower" },
        { name: "lag.swaps", value: lags.length, unit: "swaps", bar: null, better: "higher" },
        { name: "rebuild.events", value: events, unit: "events", bar: null, better: "higher" },
        { name: "rebuild.first", value: Math.round(rates[0] ?? 0), unit: "events/s", bar: null, better: "higher" },
        {
          name: "rebuild.rate",
          value: Math.round(percentile(rates, 0.5)),
          unit: "events/s",
          bar: 2_000,
          better: "higher",
        },
      ],
    };
  } finally {
    await world.stop();
  }
};

const say = (text: string): void =>
  void process.stderr.write(`indexer, ${Math.round(performance.now() / 1_000)} s: ${text}\n`);
const round = (value: number): number => Math.round(value * 10) / 10;

/** From a swap's confirmation by the node to the event that the server publishes after the index's commit, ms. */
const lagsUnderLoad = async (world: TestWorld, crowd: Crowd): Promise<number[]> => {
  const toldAt = new Map<string, number>();
  const indexedAt = new Map<string, number>();
  const ending = new AbortController();
  const stop = world.app.ctx.bus.subscribe("trade.indexed", ({ payload }) => {
    indexedAt.set(payload.signature, performance.now());
  });
  let isListening = false;
  const ear = listen(world.chain, () => undefined, ending.signal, {
    mentions: poolProgramAddress,
    onTransaction: (signature) => void toldAt.set(signature, performance.now()),
    onSubscribed: async () => {
      isListening = true;
    },
  });
  await eventually("the chain's word is heard", async () => isListening);
  const sent: Promise<string>[] = [];
  const began = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = began + (index * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    sent.push(crowd.swap());
  }
  const signatures = await Promise.all(sent);
  await eventually(
    "the load is told and indexed",
    async () => signatures.every((one) => indexedAt.has(one) && toldAt.has(one)),
    60_000,
  );
  say(`that load took ${Math.round(performance.now() - began)} ms`);
  stop();
  ending.abort();
  await ear;
  return signatures.map((one) => Math.max(0, (indexedAt.get(one) ?? Number.NaN) - (toldAt.get(one) ?? Number.NaN)));
};

const fill = async (crowd: Crowd): Promise<void> => {
  const until = performance.now() + fillForMs;
  for (let sent = 0; sent < more && performance.now() < until; sent += crowdSize)
    await Promise.all(Array.from({ length: crowdSize }, () => crowd.swap()));
};

const countEvents = ({ db }: Pick<AppContext, "db">): Promise<number> => db.$count(chainEvents);

/** Waits until the world's own index has caught up. @returns its events. */
const settled = async (world: TestWorld): Promise<number> => {
  let before = -1;
  await eventually(
    "all is indexed",
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      const now = await countEvents(world.app.ctx);
      const isStill = now === before;
      before = now;
      return isStill;
    },
    60_000,
  );
  return before;
};

/** Starts an indexer with an empty database, as a new machine would. @returns how long it took, in milliseconds. */
const rebuild = async (world: TestWorld, events: number): Promise<number> => {
  const fresh = await startTestApp({ chain: world.chain });
  try {
    const began = performance.now();
    const worker = await indexerWorker.start(fresh.ctx);
    try {
      await eventually("all is indexed anew", async () => (await countEvents(fresh.ctx)) >= events, 40_000);
      return performance.now() - began;
    } finally {
      await worker.stop();
    }
  } finally {
    await fresh.stop();
  }
};
