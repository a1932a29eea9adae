import { createServer, type Server } from "node:net";

const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

const portOf = (server: Server): number => {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening server has a port");
  return address.port;
};

/** Free ports, held together so that all differ. The last one's successor is free, too (the chain's PubSub). */
export const freePorts = async (count: number): Promise<readonly number[]> => {
  for (;;) {
    const servers = (await Promise.all(Array.from({ length: count }, () => listen(0)))).filter(
      (server) => server !== null,
    );
    const ports = servers.map(portOf);
    const last = ports.at(-1);
    const next = last === undefined || last >= 65_535 ? null : await listen(last + 1);
    await Promise.all([...servers, ...(next ? [next] : [])].map(close));
    if (next && ports.length === count) return ports;
  }
};
