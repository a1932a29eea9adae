import { formatAmount, formatBpsUp, formatCost } from "../../../money/index.ts";

/** The wallet has less SOL than a trade or a creation needs. @param required lamports that it must hold before */
export const insufficientSolText = (required: bigint): string =>
  `You need ${formatCost(required)} SOL, fees and one-time deposit included.`;

/** The line under Next: the most that can leave the wallet. @param maxSpend lamports */
export const mostYouPayText = (maxSpend: bigint): string => `Most you can pay: ${formatCost(maxSpend)} SOL`;

/**
 * How that line ends. @param riseBps how far the price may rise before the order fails, in basis points; 0 if the order's cost can't
 * rise
 */
export const ifPriceRisesText = (riseBps: number): string =>
  riseBps > 0 ? `, only if the price rises by ${formatBpsUp(riseBps)} before it arrives` : "";

/** The trade would yield nothing. */
export const tooSmallText = "This amount is too small to trade";

/** More than is left before closing. @param tokens base units @param symbol null while it is unknown */
export const onlyLeftText = (tokens: bigint, symbol: string | null): string =>
  `Only ${formatAmount(tokens)} ${symbol ?? "tokens"} are left to buy`;

/** Between Next and the preparation the price moved more than the slippage. */
export const priceMovedText =
  "The price moved more than your slippage allows. Check the new price and press Next again.";
