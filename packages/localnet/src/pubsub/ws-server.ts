import { createServer, type Server } from "node:http";
import { WebSocketServer } from "ws";
import type { Method } from "../rpc/dispatch.ts";
import { TIMEOUT_MS } from "../rpc/http-server.ts";
import { Connection } from "./connection.ts";
import { type OptionalKinds, pubsubMethods } from "./methods.ts";
import type { Subscriptions } from "./subscriptions.ts";

// The largest message that a Solana node reads here, bytes.
const MAX_MESSAGE_BYTES = 4_096;
const MAX_CONNECTIONS = 10_000;
// Limit of all clients' unsent bytes; above it the slowest are disconnected. A node's queue has the same size.
const MAX_UNREAD_BYTES = 256 * 1024 * 1024;
const WATCH_EVERY_MS = 1_000;
const PING_EVERY_MS = 30_000;
// How long clients may take to close when the node stops, ms.
const FAREWELL_MS = 300;

/** Options of the PubSub server. */
export interface PubSubOptions {
  readonly subscriptions: Subscriptions;
  readonly optional: OptionalKinds;
  /** Methods that are no subscriptions. */
  readonly others: ReadonlyMap<string, Method>;
  readonly onUnexpected: (error: unknown) => void;
  /** Interval of pings, ms; 30,000 by default. A client that does not answer until the next one is gone. */
  readonly pingEveryMs?: number;
}

/** Solana's PubSub over WebSocket, on a server of its own. */
export function createPubSubServer(options: PubSubOptions): { server: Server; close: () => void } {
  const server = createServer(TIMEOUT_MS, (_request, response) => {
    response.writeHead(426, { "content-type": "text/plain", upgrade: "websocket" });
    response.end("This port speaks WebSocket\n");
  });
  server.maxConnections = MAX_CONNECTIONS;
  const sockets = new WebSocketServer({ server, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  const connections = new Set<Connection>();
  // The HTTP server reports the same errors (a used port) to its own listeners.
  sockets.on("error", () => undefined);
  sockets.on("connection", (socket) => {
    const connection = new Connection(socket, options.onUnexpected);
    const own = pubsubMethods(options.subscriptions, connection, options.optional);
    connection.offer(new Map([...options.others, ...own]));
    connections.add(connection);
    socket.on("close", () => {
      connections.delete(connection);
      options.subscriptions.removeAll(connection);
    });
  });
  const watching = setInterval(() => cutSlowest(connections), WATCH_EVERY_MS);
  const pinging = setInterval(() => {
    for (const connection of connections) connection.checkAlive();
  }, options.pingEveryMs ?? PING_EVERY_MS);
  return {
    server,
    close: () => {
      clearInterval(watching);
      clearInterval(pinging);
      sockets.close();
      for (const connection of connections) connection.bid();
      setTimeout(() => {
        for (const connection of connections) connection.cut();
      }, FAREWELL_MS).unref();
    },
  };
}

/** Disconnects the slowest clients when the sum of unsent bytes is too large. */
function cutSlowest(connections: ReadonlySet<Connection>): void {
  let unread = 0;
  for (const connection of connections) unread += connection.unreadBytes;
  if (unread <= MAX_UNREAD_BYTES) return;
  for (const slowest of [...connections].sort((a, b) => b.unreadBytes - a.unreadBytes)) {
    if (unread <= MAX_UNREAD_BYTES) return;
    unread -= slowest.unreadBytes;
    slowest.cut();
  }
}
