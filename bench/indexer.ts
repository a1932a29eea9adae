import { type Base64EncodedWireTransaction, createSolanaRpc } from "@solana/kit";
import { assembleTransaction, buildSwapBuyMessage, lifecycleComputeUnitLimit, toBase64 } from "@tribe/chain";
import { lamports } from "@tribe/contract";
import { followPrograms } from "../apps/server/src/modules/market/indexer/follow.ts";
import { listen } from "../apps/server/src/modules/market/indexer/listen.ts";
import { forgetIndex, snapshotOf } from "../apps/server/src/modules/market/testing/index-snapshot.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../apps/server/src/modules/market/testing/test-world.ts";
import { percentile, type Suite } from "./suite.ts";

const swappers = 50;
const perSecond = 100;
const seconds = 20;
/** Sent as fast as the chain takes them, so that the rebuild has something to read. */
const more = 6_000;

/**
 * What the indexer does on one machine with the chain and PostgreSQL: how late a swap is in the index after the node told
 * that it is confirmed, at 100 a second, and how fast the whole index is built anew from the chain.
 */
export const run = async (): Promise<Suite> => {
  const world = await startTestWorld();
  try {
    const tribe = await world.newTribe(100_000n, 120n);
    const { db } = world.app.ctx;
    await eventually("it has migrated", async () => (await snapshotOf(db, tribe.mint)).pool.length > 0);
    const people = await Promise.all(Array.from({ length: swappers }, () => world.newPerson({ sol: 100n })));
    const swap = swapper(world, tribe);
    for (const person of people) await swap(person);
    const lags = await lagsUnderLoad(world, people, swap);
    for (let sent = 0; sent < more; sent += people.length) await Promise.all(people.map((person) => swap(person)));
    const count = async () => (await snapshotOf(db, tribe.mint)).events.length;
    let before = -1;
    await eventually(
      "all is indexed",
      async () => {
        const now = await count();
        const isStill = now === before && now > more;
        before = now;
        if (!isStill) await new Promise((resolve) => setTimeout(resolve, 2_500));
        return isStill;
      },
      120_000,
    );
    const rebuilt = await rebuild(world, before);
    return {
      suite: "indexer",
      rows: [
        { name: "lag.p50", value: round(percentile(lags, 0.5)), unit: "ms", bar: null, better: "lower" },
        { name: "lag.p99", value: round(percentile(lags, 0.99)), unit: "ms", bar: 500, better: "lower" },
        { name: "lag.swaps", value: lags.length, unit: "swaps", bar: null, better: "higher" },
        { name: "rebuild.events", value: before, unit: "events", bar: null, better: "higher" },
        { name: "rebuild.rate", value: Math.round(rebuilt), unit: "events/s", bar: 2_000, better: "higher" },
      ],
    };
  } finally {
    await world.stop();
  }
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** Sends one swap of a little more or less than 0.001 SOL; each is another transaction. */
const swapper = (world: TestWorld, tribe: TestTribe) => {
  const rpc = createSolanaRpc(world.chain.rpcUrl);
  let count = 0n;
  let blockhash = "";
  let readAt = 0;
  return async (person: TestPerson): Promise<string> => {
    if (performance.now() - readAt > 1_000) {
      readAt = performance.now();
      blockhash = (await rpc.getLatestBlockhash({ commitment: "confirmed" }).send()).value.blockhash;
    }
    count += 1n;
    const message = await buildSwapBuyMessage({
      program: world.chain.programAddress,
      wallet: person.address,
      blockhash,
      computeUnitLimit: lifecycleComputeUnitLimit("swap", true),
      microLamportsPerUnit: 0n,
      tokenId: tribe.tokenId,
      lamports: lamports(1_000_000n + count),
      minTokens: 1n,
      makesTokenAccount: true,
    });
    const signature = await person.sign(toBase64(message));
    // The same base64 text under kit's brand.
    const wire = toBase64(assembleTransaction(message, { [person.address]: signature })) as string;
    await rpc.sendTransaction(wire as Base64EncodedWireTransaction, { encoding: "base64", skipPreflight: true }).send();
    return signature;
  };
};

const lagsUnderLoad = async (
  world: TestWorld,
  people: readonly TestPerson[],
  swap: (person: TestPerson) => Promise<string>,
): Promise<number[]> => {
  const toldAt = new Map<string, number>();
  const indexedAt = new Map<string, number>();
  const ending = new AbortController();
  const stop = world.app.ctx.bus.subscribe("trade.indexed", ({ payload }) => {
    indexedAt.set(payload.signature, performance.now());
  });
  const ears = people.map((person) =>
    listen(world.chain, () => undefined, ending.signal, {
      mentions: person.address,
      heard: (signature) => void toldAt.set(signature, performance.now()),
      subscribed: async () => undefined,
    }),
  );
  const sent: Promise<string>[] = [];
  const began = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const due = began + (index * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const person = people[index % people.length];
    if (person) sent.push(swap(person));
  }
  const signatures = await Promise.all(sent);
  await eventually("the load is indexed", async () => signatures.every((one) => indexedAt.has(one)), 60_000);
  stop();
  ending.abort();
  await Promise.all(ears);
  return signatures.flatMap((one) => {
    const [told, indexed] = [toldAt.get(one), indexedAt.get(one)];
    return told === undefined || indexed === undefined ? [] : [Math.max(0, indexed - told)];
  });
};

/** Events per second of an index built anew. The world's own indexer takes part in it, as a second node would. */
const rebuild = async (world: TestWorld, events: number): Promise<number> => {
  await forgetIndex(world.app.ctx.db);
  const began = performance.now();
  await followPrograms(world.app.ctx);
  return events / ((performance.now() - began) / 1_000);
};
