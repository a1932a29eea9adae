/** From here on the price impact is red. Basis points. */
const warnsFrom = 500;
/** From here on Next asks once more. */
const asksFrom = 1_500;

/** How a price impact is met: said, said in red, or asked about once more. */
export const impactLevel = (bps: number | null): "fine" | "high" | "extreme" =>
  bps === null || bps < warnsFrom ? "fine" : bps < asksFrom ? "high" : "extreme";
