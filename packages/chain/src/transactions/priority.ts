import { priorityFeeCeilingMicroLamports } from "@tribe/contract";

/** How soon a transaction shall land when blocks are full. */
export const priorityLevels = ["low", "medium", "high"] as const;
export type PriorityLevel = (typeof priorityLevels)[number];

/** Which of the recent prices is paid, by its place among them in percent. */
const percentiles: Record<PriorityLevel, number> = { low: 25, medium: 50, high: 90 };

/**
 * Micro-lamports per compute unit: of what recently landed on the same accounts the price at the level's place, never
 * above the spec's fee.
 * @param recent `prioritizationFee` of each recent block, in any order; none means that nothing need be paid.
 */
export const priorityPrice = (recent: readonly bigint[], level: PriorityLevel): bigint => {
  const sorted = [...recent].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const price = sorted[Math.floor((sorted.length * percentiles[level]) / 100)] ?? 0n;
  return price < priorityFeeCeilingMicroLamports ? price : priorityFeeCeilingMicroLamports;
};
