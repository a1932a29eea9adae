import { toChainAddress } from "@tribe/chain/accounts";
import { priorityPrice } from "@tribe/chain/transactions";
import type { Address } from "@tribe/contract";
import type { Chain } from "./port.ts";

/** Micro-lamports per compute unit: the median fee of recent transactions on these accounts, never above the spec's fee. */
export const readMedianPriorityFee = async (chain: Chain, touched: readonly Address[]): Promise<bigint> => {
  const recent = await chain.rpc.getRecentPrioritizationFees(touched.map(toChainAddress)).send();
  return priorityPrice(
    recent.map((fee) => BigInt(fee.prioritizationFee)),
    "medium",
  );
};
