import { createServer, type Server } from "node:net";

/**
 * Below the ports that a system gives to outgoing connections, so that a server which was killed finds its own free again;
 * each of Vitest's workers has a range of its own.
 */
const perWorker = 4_000;
const firstPort = 12_000 + perWorker * (Number(process.env.VITEST_POOL_ID ?? 0) % 4);
/** Two runs at once begin at different ports: between the look at a port and the server that takes it, another run may look. */
let next = firstPort + ((process.pid * 61) % (perWorker - 100));

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/** Free ports, each the successor of the one before. The last one's successor is free, too (the chain's PubSub). */
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
