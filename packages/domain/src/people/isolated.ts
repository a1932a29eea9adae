/** Letters that are read from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * A name for the middle of a sentence that is no more than a string (a notice, a title, a toast): one that reads from right to left
 * keeps its direction to itself, so that what stands beside it, such as an amount, stays where it was written. Where elements can be
 * nested, `<bdi>` does the same.
 */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
