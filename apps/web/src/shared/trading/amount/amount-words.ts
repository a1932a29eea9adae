import { formatAmount, formatInputUp } from "@tribe/domain/money";

/** Below what a trade or a creation takes. @param required lamports that the wallet must hold before */
export const insufficientSolWords = (required: bigint): string =>
  `You need ${formatInputUp(required)} SOL, fees and account deposit included.`;

/** Nothing would come of it. */
export const tooSmallWords = "This amount is too small to trade";

/** Above what is left before closing. @param tokens base units */
export const onlyLeftWords = (tokens: bigint): string => `Only ${formatAmount(tokens)} tokens are left on the curve`;
