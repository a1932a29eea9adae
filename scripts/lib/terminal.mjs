// The output of every script, in one style.

/**
 * Prints the current step, in one line.
 * @param {string} line
 */
export const print = (line) => process.stdout.write(`${line}\n`);

/**
 * Ends the script with one sentence that says what to do.
 * @type {(sentence: string) => never}
 */
export const fail = (sentence) => {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
};

/**
 * Milliseconds as `1.2 s`.
 * @param {number} milliseconds
 */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;
