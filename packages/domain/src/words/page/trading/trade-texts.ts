import { formatAmount, formatInputUp } from "../../../money/index.ts";

/** Below what a trade or a creation takes. @param required lamports that the wallet must hold before */
export const insufficientSolText = (required: bigint): string =>
  `You need ${formatInputUp(required)} SOL, fees and account deposit included.`;

/** Nothing would come of it. */
export const tooSmallText = "This amount is too small to trade";

/** Above what is left before closing. @param tokens base units */
export const onlyLeftText = (tokens: bigint): string => `Only ${formatAmount(tokens)} tokens are left on the curve`;

/** The price left the slippage between Next and the preparation. */
export const priceMovedText =
  "The price moved more than your slippage allows. Check the new quote and press Next again.";
