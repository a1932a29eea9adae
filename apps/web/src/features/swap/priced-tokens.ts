/** Prices are shown for this many new tokens, because one costs only about 40 lamports at the beginning. */
export const pricedTokens = 1_000n;
export const unitsPerNewToken = 1_000_000n;
