import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** A bad connection's behaviour, in both directions. */
export interface Line {
  /** Share of datagrams that never arrive, 0 to 1. */
  readonly loss: number;
  /** Latency of the datagrams that arrive, ms. */
  readonly delay: number;
}

export const clearLine: Line = { loss: 0, delay: 0 };

/**
 * Relays between pages and the forwarding unit: packets to one of `ports` at `address` reach the unit's same port at
 * 127.0.0.1, over a bad connection whose randomness comes only from the seed. The unit must use `address` as its public
 * address.
 */
export interface LossyRelay {
  readonly address: string;
  readonly ports: readonly [number, number];
  /** Applies from now on; datagrams in flight are not affected. */
  setLine(line: Line): void;
  /** Sends any bytes to a port of the unit, as a stranger would. */
  inject(port: number, bytes: Buffer): void;
  /** Drops all packets from and to this port of the unit from now on. */
  mute(port: number): void;
  /** The first few hundred datagrams that pages sent. */
  readonly samples: readonly Buffer[];
  /** Number of dropped datagrams. */
  dropped(): number;
  close(): Promise<void>;
}

/** A loopback address that nothing else uses. */
const address = "127.0.0.2";
const maxSamples = 400;

/** Opens `count` consecutive ports that are free at both addresses. @param random in [0, 1) */
export const openLossyRelay = async (count: number, random: () => number): Promise<LossyRelay> => {
  const { first, sockets } = await bindRange(count);
  const upstreams = new Set<Socket>();
  const muted = new Set<number>();
  const samples: Buffer[] = [];
  let line = clearLine;
  let dropped = 0;
  let isClosed = false;

  const carry = (port: number, put: () => void): void => {
    if (muted.has(port) || random() < line.loss) {
      dropped += 1;
      return;
    }
    if (line.delay === 0) put();
    else setTimeout(() => isClosed || put(), line.delay);
  };
  const upstreamTo = (port: number, heard: (bytes: Buffer) => void): Socket => {
    const socket = createSocket("udp4", heard);
    socket.on("error", () => undefined); // the unit's port is closed
    socket.connect(port, "127.0.0.1");
    upstreams.add(socket);
    return socket;
  };
  for (const [index, socket] of sockets.entries()) {
    const port = first + index;
    const byClient = new Map<string, { readonly socket: Socket; readonly connected: Promise<unknown> }>();
    socket.on("message", (bytes, client) => {
      const key = `${client.address}:${client.port}`;
      let upstream = byClient.get(key);
      if (!upstream) {
        const opened = upstreamTo(port, (answer) =>
          carry(port, () => isClosed || socket.send(answer, client.port, client.address)),
        );
        upstream = { socket: opened, connected: once(opened, "connect") };
        byClient.set(key, upstream);
      }
      if (samples.length < maxSamples) samples.push(Buffer.from(bytes));
      const { socket: to, connected } = upstream;
      carry(port, () => void connected.then(() => isClosed || to.send(bytes)));
    });
    socket.on("error", () => undefined);
  }
  const strangers = new Map<number, { readonly socket: Socket; readonly connected: Promise<unknown> }>();
  return {
    address,
    ports: [first, first + count - 1],
    setLine: (next) => {
      line = next;
    },
    inject: (port, bytes) => {
      let stranger = strangers.get(port);
      if (!stranger) {
        const socket = upstreamTo(port, () => undefined);
        stranger = { socket, connected: once(socket, "connect") };
        strangers.set(port, stranger);
      }
      const { socket, connected } = stranger;
      void connected.then(() => isClosed || socket.send(bytes));
    },
    mute: (port) => void muted.add(port),
    samples,
    dropped: () => dropped,
    close: async () => {
      isClosed = true;
      await Promise.all(
        [...sockets, ...upstreams].map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
      );
    },
  };
};

/** Binds consecutive ports, below the system's range of ephemeral ports. */
const bindRange = async (count: number): Promise<{ readonly first: number; readonly sockets: readonly Socket[] }> => {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const first = 12_000 + Math.floor(Math.random() * 18_000);
    const sockets: Socket[] = [];
    try {
      for (let port = first; port < first + count; port += 1) sockets.push(await bind(port));
      return { first, sockets };
    } catch {
      await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))));
    }
  }
  throw new Error("no ports beside each other are free");
};
const bind = async (port: number): Promise<Socket> => {
  const socket = createSocket("udp4");
  const bound = once(socket, "listening"); // rejects at an error
  socket.bind(port, address);
  await bound;
  return socket;
};
