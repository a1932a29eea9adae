import { setTimeout as wait } from "node:timers/promises";
import { routes, tokenUnits, unitsPerToken } from "@tribe/contract";
import { addHolders } from "../../apps/server/src/modules/airdrop/testing/given-tokens.ts";
import type { TestTribe, TestWorld } from "../../apps/server/src/modules/indexer/testing/test-world.ts";
import { takeSnapshot } from "../../apps/server/src/modules/market/index.ts";
import { percentile, type Row } from "../suite.ts";

const snapshots = 5;
const statuses = 300;

const row = (name: string, value: number, unit: string, bar: number | null = null): Row => ({
  ...{ name, value: Math.round(value * 10) / 10, unit, bar, better: "lower" },
});

/** Snapshots of a thousand, ten thousand and a hundred thousand holders; the last are planned, too. */
export const planningRows = async (world: TestWorld, scale: number): Promise<readonly Row[]> => {
  const tribe = await world.newTribe(100n);
  const rows: Row[] = [];
  let held = 0;
  const sizes = [1_000, 10_000, 100_000].map((size) => Math.max(10, Math.round(size * scale)));
  for (const size of sizes) {
    await addHolders(world, tribe.mint, size - held);
    held = size;
    const took: number[] = [];
    for (let round = 0; round < snapshots; round += 1) {
      const began = performance.now();
      const { entries } = await takeSnapshot(world.app.ctx.db, tribe.mint);
      took.push(performance.now() - began);
      if (entries.length < size) throw new Error(`${entries.length} of ${size} holders are in the snapshot`);
    }
    rows.push(row(`snapshot.${size}.p50`, percentile(took, 0.5), "ms"));
  }
  return [...rows, ...(await planRows(tribe, held))];
};

/** The call that fixes an airdrop: snapshot, split, list and its hash, and all of it stored. */
const planRows = async ({ chief, mint }: TestTribe, holders: number): Promise<readonly Row[]> => {
  const began = performance.now();
  const order = {
    airdropMintAddress: mint,
    airdropAmount: tokenUnits(50n * unitsPerToken),
    tokenType: "Token-2022" as const,
  };
  const { taskId, task } = await chief.call(routes.airdrop.create, { body: { mint, ...order, options: {} } });
  const took = performance.now() - began;
  if (task.recipients < holders) throw new Error(`${task.recipients} recipients were planned`);
  const answers: number[] = [];
  for (let asked = 0; asked < statuses; asked += 1) {
    const asking = performance.now();
    await chief.call(routes.airdrop.status, { query: { taskId } });
    answers.push(performance.now() - asking);
    // The rate limit of the call.
    await wait(20);
  }
  await chief.call(routes.airdrop.terminate, { body: { taskId } });
  return [row(`plan.${holders}`, took, "ms", 3_000), row(`status.${holders}.p99`, percentile(answers, 0.99), "ms", 15)];
};
