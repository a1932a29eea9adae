import { createServer, type Server } from "node:net";

/** Below the system's ports for outgoing connections, so that a killed server finds its ports free again. */
const firstPort = 12_000;
const lastPort = 28_000;
/** Ports for one installation: a guard, its own ports, and one more for the chain's PubSub. */
const perInstallation = 8;

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

/**
 * Consecutive free ports, at most six. The port after the last one is free, too (for the chain's PubSub). This process listens
 * on the port before them as long as it lives, so that no other run takes them, not even while the installation is down.
 */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  for (let guarded = firstPort; guarded < lastPort; guarded += perInstallation) {
    const guard = await listen(guarded);
    if (!guard) continue;
    const ports = Array.from({ length: count }, (_, index) => guarded + 1 + index);
    const servers = await Promise.all([...ports, guarded + 1 + count].map(listen));
    await Promise.all(servers.map((server) => server && close(server)));
    if (!servers.includes(null)) {
      guard.unref();
      return ports;
    }
    await close(guard);
  }
  throw new Error(`no ${count + 1} free ports in a row from ${firstPort} on`);
};
