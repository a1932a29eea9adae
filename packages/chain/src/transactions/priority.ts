import { priorityFeeCeilingMicroLamports } from "@tribe/contract";

/** How urgent a transaction is when blocks are full. */
export const priorityLevels = ["low", "medium", "high"] as const;
export type PriorityLevel = (typeof priorityLevels)[number];

/** The percentile of the recent prices to pay. */
const percentiles: Record<PriorityLevel, number> = { low: 25, medium: 50, high: 90 };

/**
 * Micro-lamports per compute unit: the level's percentile of recent prices on the same accounts, never above the spec's
 * maximum.
 * @param recent `prioritizationFee` of each recent block, in any order; with none the price is zero
 */
export const priorityPrice = (recent: readonly bigint[], level: PriorityLevel): bigint => {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const price = sorted[Math.floor((sorted.length * percentiles[level]) / 100)] ?? 0n;
  return price < priorityFeeCeilingMicroLamports ? price : priorityFeeCeilingMicroLamports;
};
