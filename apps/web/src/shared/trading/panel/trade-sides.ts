import { tokenUnits } from "@tribe/contract";
import type { TradableTokens } from "./tradable-tokens.ts";

/** The two tabs of a trade. */
export const tradeSides = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

/** The holding of somebody who is not signed in. */
export const nothingHeld: TradableTokens = { units: tokenUnits(0n), exists: false, elsewhere: tokenUnits(0n) };
