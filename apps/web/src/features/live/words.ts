/** How many are in a live. */
export const watchingWords = (viewers: number): string => (viewers === 1 ? "1 here" : `${viewers} here`);
