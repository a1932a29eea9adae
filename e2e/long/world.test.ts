import { join } from "node:path";
import { routes } from "@tribe/contract";
import { createPerson, needsWorld } from "@tribe/devkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTribe, type Tribe } from "../support/product/tribe.ts";

let tribe: Tribe;
beforeAll(async () => {
  tribe = await startTribe({ args: [], makesDatabase: true, hasCompression: true });
});
afterAll(() => tribe?.stop());

it("creates the example world's Tribes once, through a SIGKILL in the middle", async () => {
  const visitor = await createPerson({ appUrl: tribe.appUrl, timeoutMs: 120_000 });
  const query = { tab: "leaderboard", window: "all", limit: 50 } as const;
  const tradesByName = async () => {
    const { tokens } = await visitor.api(routes.market.list, { query });
    const counted: [string, number][] = [];
    for (const { mint, name } of tokens)
      counted.push([
        name,
        (await visitor.api(routes.market.history, { query: { mint, offset: 0, limit: 500 } })).length,
      ]);
    return counted.sort(([one], [other]) => one.localeCompare(other));
  };
  await expect
    .poll(async () => (await tradesByName()).reduce((sum, [, count]) => sum + count, 0), {
      timeout: 120_000,
      interval: 1_000,
    })
    .toBeGreaterThan(0);
  await tribe.kill();
  await tribe.start();
  await expect.poll(() => needsWorld(join(tribe.dataDir, "world")), { timeout: 180_000, interval: 250 }).toBe(false);
  expect(await tradesByName()).toEqual([
    ["Field Kitchen", 3],
    ["Harbour Radio", 8],
    ["Lena Builds", 8],
    ["Quiet Maths", 2],
  ]);
});
