/** What stands for a part that is left out. */
const gap = "…";

/** A file of our own bundle, whose name helps and tells nothing of a person. */
const isBundleFile = (run: string): boolean => run.includes("/assets/");

/**
 * Takes out of a text what could be a secret or name a person, before it leaves the page: queries of addresses,
 * e-mails, six-digit codes, and long runs as keys, tokens and signatures are. Cut to `maxCharacters`.
 */
export const redact = (text: string, maxCharacters: number): string =>
  text
    .replace(/\?[^\s)"']*/g, `?${gap}`)
    .replace(/[^\s@<>()"']+@[^\s@<>()"']+/g, gap)
    .replace(/(?<![:\d])\d{6}(?!\d)/g, gap)
    .replace(/[A-Za-z0-9+/_=-]{32,}/g, (run) => (isBundleFile(run) ? run : gap))
    .slice(0, maxCharacters);
