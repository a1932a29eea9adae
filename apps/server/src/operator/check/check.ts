/** One part of an installation that is looked at. */
export interface Check {
  readonly name: string;
  /**
   * @returns what is well, in a few words; null where the part is not configured
   * @throws Error whose message says what is wrong, and what to do
   */
  readonly run: () => Promise<string | null>;
}

/** The outcome of all checks. */
export interface Checked {
  /** One line for each part. */
  readonly lines: readonly string[];
  readonly isWell: boolean;
}

const longestMs = 15_000;

/** Something that others serve must answer within this, ms. */
export const answerMs = 5_000;

const within = async (run: Check["run"]): Promise<string | null> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), longestMs);
  try {
    return await Promise.race([
      run(),
      new Promise<never>((_resolve, reject) => {
        late.signal.addEventListener("abort", () => reject(new Error(`no answer within ${longestMs / 1_000} s`)));
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
};

/** Runs all at once; the lines are in the order of the checks. */
export const runChecks = async (checks: readonly Check[]): Promise<Checked> => {
  const results = await Promise.all(
    checks.map(async ({ name, run }) => {
      try {
        const words = await within(run);
        return { isWell: true, line: `${words === null ? "-   " : "ok  "} ${name.padEnd(12)} ${words ?? "not set"}` };
      } catch (error) {
        const words = error instanceof Error ? error.message || error.name : String(error);
        return { isWell: false, line: `FAIL ${name.padEnd(12)} ${words.replace(/\s*\n\s*/g, "; ")}` };
      }
    }),
  );
  return { lines: results.map(({ line }) => line), isWell: results.every(({ isWell }) => isWell) };
};
