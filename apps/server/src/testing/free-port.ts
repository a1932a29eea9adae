import { createServer } from "node:net";

/**
 * Below the system's ephemeral ports: a server takes a found port only seconds later, and meanwhile the system could give an
 * ephemeral one to another process. Beside the ports of the suites of the whole product (`e2e/support/product/ports.ts`);
 * each of Vitest's workers has its own range.
 */
const perWorker = 1_000;
const firstPort = 28_000 + perWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 4);
/** Concurrent runs start at different ports. */
let next = (process.pid * 61) % perWorker;

/** A free port on loopback, a different one each time. @throws Error when all are in use */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < perWorker; tries += 1) {
    const port = firstPort + next;
    next = (next + 1) % perWorker;
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port from ${firstPort} on`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
