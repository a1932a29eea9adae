import { createServer, type Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { stringifyJson } from "../codec/json.ts";
import { answer } from "../rpc/dispatch.ts";
import { pubsubMethods } from "./methods.ts";
import type { Subscriber, Subscriptions } from "./subscriptions.ts";

// A client that reads so slowly that this much waits for it is cut off, bytes.
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;

/** What the PubSub side needs to know. Sizes in bytes. */
export interface PubSubOptions {
  readonly subscriptions: Subscriptions;
  readonly maxFrameBytes: number;
  readonly onUnexpected: (error: unknown) => void;
}

/** Solana's PubSub over WebSocket, on a server of its own. */
export function createPubSubServer(options: PubSubOptions): { server: Server; close: () => void } {
  const server = createServer((_request, response) => {
    response.writeHead(426, { "content-type": "text/plain", upgrade: "websocket" });
    response.end("This port speaks WebSocket\n");
  });
  const sockets = new WebSocketServer({ server, maxPayload: options.maxFrameBytes, perMessageDeflate: false });
  // The HTTP server reports the same errors (a taken port) to whoever listens.
  sockets.on("error", () => undefined);
  sockets.on("connection", (socket) => serve(socket, options));
  return {
    server,
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

function serve(socket: WebSocket, { subscriptions, onUnexpected }: PubSubOptions): void {
  const send = (text: string) => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) return socket.terminate();
    if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const own = new Set<number>();
  const subscriber: Subscriber = {
    notify: (method, subscription, result) => {
      if (method === "signatureNotification") own.delete(subscription);
      send(stringifyJson({ jsonrpc: "2.0", method, params: { result, subscription } }));
    },
  };
  const methods = pubsubMethods(subscriptions, subscriber, own);
  socket.on("message", (data) => {
    const text = (Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)).toString("utf8");
    const reply = answer(text, (name) => methods.get(name), onUnexpected);
    if (reply !== undefined) send(reply);
  });
  socket.on("error", () => socket.terminate());
  socket.on("close", () => subscriptions.removeAll(own));
}
