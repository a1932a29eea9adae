/** The number of people in a live session, in words. */
export const watchingWords = (viewers: number): string => (viewers === 1 ? "1 here" : `${viewers} here`);
