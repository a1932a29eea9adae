import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to the database that a test can cut or freeze. */
export interface DatabaseProxy {
  readonly url: string;
  /** Ends every open connection at once, as a restart of the database does. */
  cut(): void;
  /** Passes nothing on any more, and says nothing, as a host that vanished: until {@link DatabaseProxy.thaw}. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** @param databaseUrl where the connections lead */
export const startDatabaseProxy = async (databaseUrl: string, port = 0): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const add = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    if (isFrozen) socket.pause();
  };
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (bytes) => to.write(bytes));
      from.on("close", () => to.destroy());
      add(from);
    }
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port); // a TCP server has no other kind of address
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      const closed = once(server.close(), "close");
      cut();
      await closed;
    },
  };
};
