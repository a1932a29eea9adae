import { type Factory, fetchFactory, findFactoryPda } from "@tribe/chain";
import type { FeeSchedule } from "@tribe/domain";
import type { Chain } from "../../engines/chain/port.ts";

/** Fees and the pause flag change rarely; a trade is judged by the program in any case. */
const freshForMs = 5_000;
const known = new WeakMap<Chain, { readonly readAt: number; readonly factory: Promise<Factory> }>();

/** The factory's account, at most 5 s old. @throws when the chain has no factory or does not answer. */
export const factoryState = (chain: Chain): Promise<Factory> => {
  const before = known.get(chain);
  if (before && Date.now() - before.readAt < freshForMs) return before.factory;
  const factory = readFactory(chain);
  known.set(chain, { readAt: Date.now(), factory });
  factory.catch(() => known.delete(chain));
  return factory;
};

const readFactory = async (chain: Chain): Promise<Factory> => {
  const [address] = await findFactoryPda();
  return (await fetchFactory(chain.rpc, address, { commitment: "confirmed" })).data;
};

/** The factory's fees as the rules take them. */
export const feesOfFactory = (factory: Factory): FeeSchedule => ({
  creatorBuyBps: factory.creatorBuyFee,
  creatorSellBps: factory.creatorSellFee,
  platformBuyBps: factory.platformBuyFee,
  platformSellBps: factory.platformSellFee,
  referralBps: factory.referralFee,
  affiliateBps: factory.affiliateFee,
  discountBps: factory.discountFee,
});
