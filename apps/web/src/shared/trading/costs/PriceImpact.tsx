import { formatImpact, impactLevel } from "@tribe/domain/trading";

/** How far a trade moves the price: red from 5 % on. `before`: the text before the figure in a line. */
export const PriceImpact = ({ bps, before = "" }: { bps: number; before?: string }) => (
  <span className={impactLevel(bps) === "fine" ? "" : "font-semibold text-down"}>
    {before}
    {formatImpact(bps)}
  </span>
);
