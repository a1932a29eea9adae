import { formatAmount, formatInputUp } from "../../../money/index.ts";

/** The wallet has less SOL than a trade or a creation needs. @param required lamports that it must hold before */
export const insufficientSolText = (required: bigint): string =>
  `You need ${formatInputUp(required)} SOL, fees and account deposit included.`;

/** The trade would yield nothing. */
export const tooSmallText = "This amount is too small to trade";

/** More than is left before closing. @param tokens base units */
export const onlyLeftText = (tokens: bigint): string => `Only ${formatAmount(tokens)} tokens are left on the curve`;

/** Between Next and the preparation the price moved more than the slippage. */
export const priceMovedText =
  "The price moved more than your slippage allows. Check the new quote and press Next again.";
