import { type Lamports, lamports, type NewTokenUnits, newTokenUnits } from "@tribe/contract";
import { buyFromPool, type Pool, type PoolRates, poolValue, type SwapAmounts, sellToPool } from "@tribe/domain/pool";
import type { CostlyTrade } from "@tribe/domain/words";

/** A swap beside the pool's price, and for a buy what a sale right after it would bring. */
export const costlySwap = (
  pool: Pool & PoolRates,
  { amounts, priceImpactBps: impactBps }: { readonly amounts: SwapAmounts; readonly priceImpactBps: number },
): CostlyTrade => {
  if (amounts.direction === "sell") return { side: "sell", impactBps };
  const { input: cost, output } = amounts;
  return { side: "buy", cost, today: poolValue(pool, output), resale: resaleOf(pool, cost, output) };
};

const resaleOf = (pool: Pool & PoolRates, cost: Lamports, output: NewTokenUnits): bigint | null => {
  const buy = buyFromPool(pool, pool, cost, newTokenUnits(0n));
  if (buy.kind === "refused") return null;
  const sale = sellToPool(buy.pool, pool, output, lamports(0n));
  return sale.kind === "refused" ? null : sale.output;
};
