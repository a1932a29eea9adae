/** Characters of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * Isolates a name within a plain string (a notice, a title, a toast): a right-to-left name keeps its own direction, so that its
 * neighbours, such as an amount, stay where they were written. Where elements can be nested, use `<bdi>`.
 */
export const isolated = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name);
