import { formatUnits } from "../money/amounts.ts";

/** What an airdrop that stands still lacks, as its Chief reads it. @param units base units, of so many decimals */
export const airdropLacking = (units: bigint, decimals: number, unit: "tokens" | "SOL"): string =>
  `You need ${formatUnits(units, decimals)} more ${unit} for the rest of this airdrop`;
