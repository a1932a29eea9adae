import { createServer, type Server } from "node:net";

/**
 * Below the system's ports for outgoing connections, so that a killed server finds its ports free again; each of Vitest's
 * workers has its own range.
 */
const perWorker = 4_000;
const firstPort = 12_000 + perWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 4);
/** Parallel runs begin at different ports, as another run could take a port between its check and its use. */
let next = firstPort + ((process.pid * 61) % (perWorker - 100));

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Consecutive free ports. The port after the last one is free, too (for the chain's PubSub). */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  for (let tries = 0; tries < perWorker; tries += 1) {
    if (next + count >= firstPort + perWorker) next = firstPort;
    const ports = Array.from({ length: count }, (_, index) => next + index);
    next += count + 1;
    const servers = await Promise.all([...ports, next - 1].map(listen));
    await Promise.all(servers.map((server) => server && close(server)));
    if (!servers.includes(null)) return ports;
  }
  throw new Error(`no ${count + 1} free ports in a row from ${firstPort} on`);
};
