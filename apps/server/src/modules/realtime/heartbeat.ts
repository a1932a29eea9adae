/** What a heartbeat needs of a socket. */
export interface Pinged {
  ping(): void;
  terminate(): void;
}

const everyMs = 30_000;
/**
 * Sockets are spread over the interval, so that thousands that connected at the same moment are not pinged at the same moment.
 */
const jitterMs = 10_000;

/** Pings sockets, and closes those that did not answer the last ping. */
export interface Heartbeat<Socket extends Pinged> {
  add(socket: Socket): void;
  remove(socket: Socket): void;
  /** The socket answered. */
  heard(socket: Socket): void;
  /** Pings the sockets that are due. @param now milliseconds */
  tick(now: number): void;
}

/** @param random 0 … 1, as `Math.random` */
export const createHeartbeat = <Socket extends Pinged>(
  now: () => number,
  random: () => number = Math.random,
): Heartbeat<Socket> => {
  const sockets = new Map<Socket, { due: number; isAlive: boolean }>();
  const dueAfter = (at: number) => at + everyMs - jitterMs * random();
  return {
    add: (socket) => void sockets.set(socket, { due: dueAfter(now()), isAlive: true }),
    remove: (socket) => void sockets.delete(socket),
    heard: (socket) => {
      const state = sockets.get(socket);
      if (state) state.isAlive = true;
    },
    tick: (at) => {
      for (const [socket, state] of sockets) {
        if (state.due > at) continue;
        if (!state.isAlive) {
          sockets.delete(socket);
          socket.terminate();
          continue;
        }
        state.isAlive = false;
        state.due = dueAfter(at);
        socket.ping();
      }
    },
  };
};
