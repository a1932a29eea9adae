/** Replaces removed parts. */
const gap = "…";

/** A file of our own bundle: its name helps, and identifies nobody. */
const isBundleFile = (run: string): boolean => run.includes("/assets/");

/**
 * Removes possible secrets and personal data from a text before it leaves the page: query strings, e-mail addresses, six-digit
 * codes, and long strings such as keys, tokens and signatures. Cut to `maxCharacters`.
 */
export const redact = (text: string, maxCharacters: number): string =>
  text
    .replace(/\?[^\s)"']*/g, `?${gap}`)
    .replace(/[^\s@<>()"']+@[^\s@<>()"']+/g, gap)
    .replace(/(?<![:\d])\d{6}(?!\d)/g, gap)
    .replace(/[A-Za-z0-9+/_=-]{32,}/g, (run) => (isBundleFile(run) ? run : gap))
    .slice(0, maxCharacters);
