import { type ApiCall, routes, type ServerFrame, serverFrameSchema, type Ticket, tradeState } from "@tribe/contract";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { reachable } from "../http/reachable.ts";

/** The socket's report about a ticket. */
export type TicketFrame = Extract<ServerFrame, { type: "ticket" }>;

/** One person's socket, as the page has it, for their tickets' outcomes. */
export interface TicketListener {
  /** Resolves with a ticket's outcome; never, if the connection was lost, so the caller must poll as well. */
  readonly waitForEnd: (ticket: Ticket) => Promise<TicketFrame>;
  close(): void;
}

/** Opens the person's realtime connection. @throws ApiError, or the socket's error. */
export const openTicketListener = async (api: ApiCall): Promise<TicketListener> => {
  const [{ token }, { realtimeUrl }] = await Promise.all([
    api(routes.system.realtimeToken, {}),
    api(routes.system.config, {}),
  ]);
  const url = reachable(realtimeUrl);
  url.searchParams.set("token", token);
  const socket = new WebSocket(url, { handshakeTimeout: 10_000 });
  const waiting = new Map<Ticket, (frame: TicketFrame) => void>();
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("the line was lost before it was ready")));
    socket.on("message", (data) => {
      const frame = readFrame(String(data));
      if (!frame) return socket.terminate();
      if (frame.type === "ready") resolve();
      if (frame.type !== "ticket") return;
      if (frame.state !== tradeState.succeeded && frame.state !== tradeState.failed) return;
      waiting.get(frame.ticket)?.(frame);
      waiting.delete(frame.ticket);
    });
  });
  return {
    waitForEnd: (ticket) => new Promise((resolve) => waiting.set(ticket, resolve)),
    close: () => socket.close(),
  };
};

/** Null for a frame that breaks the contract: the connection is then given up, as if it were lost. */
const readFrame = (text: string): ServerFrame | null => {
  try {
    return z.decode(serverFrameSchema, JSON.parse(text));
  } catch {
    return null;
  }
};
