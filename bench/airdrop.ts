import { lightFolder } from "../apps/server/src/modules/airdrop/testing/light-folder.ts";
import { startTestWorld } from "../apps/server/src/modules/indexer/testing/test-world.ts";
import { browserRows } from "./airdrop/in-browser.ts";
import { claimRows, costRows } from "./airdrop/on-chain.ts";
import { planMemoryRows } from "./airdrop/plan-memory.ts";
import { planningRows } from "./airdrop/planning.ts";
import type { Suite } from "./suite.ts";

/**
 * The cost of an airdrop with Light's own programs, the time of a snapshot and a plan of many holders, and the time to pay an
 * airdrop with the wallet signing in Chromium. BENCH_SCALE makes it smaller for a trial run: only figures at 1 count.
 */
export const run = async (): Promise<Suite> => {
  const light = await lightFolder();
  if (!light) throw new Error("npm reaches no registry, so there are no programs of Light's");
  const scale = Number(process.env.BENCH_SCALE ?? 1);
  const planMemory = await planMemoryRows(scale);
  const world = await startTestWorld(undefined, { light });
  try {
    const onChain = [...(await costRows(world)), ...(await claimRows(world))];
    const planning = [...(await planningRows(world, scale)), ...planMemory];
    return { suite: "airdrop", rows: [...onChain, ...planning, ...(await browserRows(scale))] };
  } finally {
    await world.stop();
  }
};
