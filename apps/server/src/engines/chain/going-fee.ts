import { toChainAddress } from "@tribe/chain";
import { type Address, priorityFeeCeilingMicroLamports } from "@tribe/contract";
import type { Chain } from "./port.ts";

/** Micro-lamports per compute unit: the median of what recently landed on these accounts, never above the spec's fee. */
export const readGoingFee = async (chain: Chain, touched: readonly Address[]): Promise<bigint> => {
  const recent = await chain.rpc.getRecentPrioritizationFees(touched.map(toChainAddress)).send();
  const sorted = recent.map((fee) => BigInt(fee.prioritizationFee)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0n;
  return median < priorityFeeCeilingMicroLamports ? median : priorityFeeCeilingMicroLamports;
};
