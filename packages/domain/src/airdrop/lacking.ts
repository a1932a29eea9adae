import { formatUnits } from "../money/amounts.ts";

/** What a stalled airdrop still needs, as text for its Chief. @param units base units with this many decimals */
export const airdropLacking = (units: bigint, decimals: number, unit: "tokens" | "SOL"): string =>
  `You need ${formatUnits(units, decimals)} more ${unit} for the rest of this airdrop`;
