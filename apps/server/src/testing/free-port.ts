import { createServer } from "node:net";

/**
 * Below the ports that a system gives to whoever asks for any: between the look at a port and the server that takes it
 * lies a start of seconds, in which the system would give it to another process. Beside the ports of the suites of the
 * whole product (`e2e/support/product/ports.ts`); each of Vitest's workers has a range of its own.
 */
const perWorker = 1_000;
const firstPort = 28_000 + perWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 4);
/** Two runs at once begin at different ports. */
let next = (process.pid * 61) % perWorker;

/** A free port of loopback, each time another one. @throws Error when all are taken */
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
