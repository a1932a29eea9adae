import { setTimeout as wait } from "node:timers/promises";
import { type Mint, routes } from "@tribe/contract";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import type { Tribe } from "../support/product/tribe.ts";

const pollMs = 250;

/** A Tribe that was bought out and has moved to its pool. */
export const newPoolTribe = async (tribe: Tribe): Promise<Mint> => {
  const [founder, whale] = await Promise.all([
    createTrader(tribe.appUrl, "poolfounder"),
    createTrader(tribe.appUrl, "poolwhale"),
  ]);
  await whale.fundByAirdrop(sol(100));
  const mint = await founder.createTribe(tokens(1));
  await whale.trade(mint, { side: "buy", sol: sol(95) });
  for (;;) {
    const { pool } = await founder.api(routes.market.profile, { query: { mint } });
    if (pool) return mint;
    await wait(pollMs);
  }
};
