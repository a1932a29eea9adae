import type { Mint } from "@tribe/contract";
import { buyOut } from "../support/people/buy-out.ts";
import { createTrader, sol, tokens } from "../support/people/people.ts";
import type { Tribe } from "../support/product/tribe.ts";

/** Creates a Tribe that was bought out and has migrated to its pool. */
export const newPoolTribe = async (tribe: Tribe): Promise<Mint> => {
  const [founder, whale] = await Promise.all([
    createTrader(tribe.appUrl, "poolfounder"),
    createTrader(tribe.appUrl, "poolwhale"),
  ]);
  await whale.fundByAirdrop(sol(100));
  const mint = await founder.createTribe(tokens(1));
  await buyOut(whale, mint);
  return mint;
};
