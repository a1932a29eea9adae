import type pg from "pg";

/** The code with which the queue tries again soonest: after 50 ms, then more rarely, a hundred times in eight minutes. */
const tryAgainCode = "40001";

/**
 * Whether a statement failed by its surroundings and may succeed later: no connection, a restart, no more connections or
 * memory (classes 08, 53 and 57 of PostgreSQL, and the system's own codes), a lock that was held too long (55P03), or an error
 * of the driver, which has no code.
 */
const isPassing = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { readonly code?: unknown }; // the driver adds it
  return typeof code !== "string" || /^(08|53|57|55P03$|E[A-Z])/.test(code);
};

const orTryAgain = async <T>(result: Promise<T>): Promise<T> => {
  try {
    return await result;
  } catch (error) {
    throw isPassing(error) ? Object.assign(new Error(error.message, { cause: error }), { code: tryAgainCode }) : error;
  }
};

/**
 * A pool for the queue alone, which removes finished jobs by statements whose failure nobody handles, unless it knows that it
 * may try again: otherwise a restart of the database would end this process.
 */
export const retryingPool = (pool: pg.Pool): pg.Pool => {
  const connect = async () => {
    const client = await orTryAgain(pool.connect());
    return {
      query: (config: pg.QueryConfig, values?: unknown[]) => orTryAgain(client.query(config, values)),
      release: () => client.release(),
    };
  };
  return new Proxy(pool, {
    get: (target, name) =>
      // With a callback it is for listening, which the queue repairs by itself.
      name === "connect"
        ? (...args: [] | [Parameters<pg.Pool["connect"]>[0]]) => (args[0] ? target.connect(args[0]) : connect())
        : Reflect.get(target, name, target),
  });
};
