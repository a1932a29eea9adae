import { type ApiCall, clientFrameSchema, routes, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { Line, LineEnds } from "./line.ts";
import { backoffMilliseconds } from "./resume.ts";

const pingEvery = 25_000;
const silenceLimit = 60_000;

const parse = (data: unknown): ServerFrame | null => {
  try {
    const read = z.safeDecode(serverFrameSchema, JSON.parse(String(data)));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

/** Opens a connection to the realtime server. */
export type OpenWebSocket = (url: URL) => Pick<WebSocket, "readyState" | "send" | "close" | "addEventListener">;

/** A line with a WebSocket of this tab's own, reopened whenever it is lost. */
export const openSocket = (
  api: ApiCall,
  url: string,
  { received, lost: onLost }: LineEnds,
  openWebSocket: OpenWebSocket = (target) => new WebSocket(target),
): Line => {
  let socket: ReturnType<OpenWebSocket> | null = null;
  let isReady = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented with each connection, so that events of an old one are ignored. */
  let generation = 0;
  const end = new AbortController();

  const connect = async (): Promise<void> => {
    clearTimeout(timer);
    generation += 1;
    const mine = generation;
    try {
      const { token } = await api(routes.system.realtimeToken, {});
      if (mine !== generation) return;
      const target = new URL(url);
      target.searchParams.set("token", token);
      const opened = openWebSocket(target);
      socket = opened;
      let lastFrameAt = Date.now();
      const pulse = setInterval(() => {
        if (Date.now() - lastFrameAt > silenceLimit) opened.close();
        else if (opened.readyState === WebSocket.OPEN) opened.send(JSON.stringify({ type: "ping" }));
      }, pingEvery);
      opened.addEventListener("message", ({ data }) => {
        if (mine !== generation) return;
        lastFrameAt = Date.now();
        const frame = parse(data);
        if (!frame) return;
        if (frame.type === "ready") {
          isReady = true;
          failures = 0;
        }
        received(frame);
      });
      opened.addEventListener("close", ({ code }) => {
        clearInterval(pulse);
        if (mine === generation) lost(code);
      });
    } catch {
      // Any failure to get a token or a socket is handled alike: retry later.
      if (mine === generation) lost();
    }
  };

  const lost = (closeCode?: number): void => {
    socket = null;
    isReady = false;
    failures += 1;
    onLost();
    clearTimeout(timer);
    timer = setTimeout(connect, backoffMilliseconds(failures, Math.random(), closeCode));
  };

  const renew = (): void => {
    const old = socket;
    socket = null;
    isReady = false;
    onLost();
    void connect();
    old?.close();
  };

  const retry = (): void => {
    if (!isReady) renew();
  };
  const { signal } = end;
  addEventListener("online", retry, { signal });
  addEventListener(
    "offline",
    () => {
      // Frames sent now may arrive much later, when they were taken back already.
      const old = socket;
      generation += 1;
      lost();
      old?.close();
    },
    { signal },
  );
  // Browsers slow down timers of a hidden page: when it becomes visible the wait ends.
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.visibilityState === "visible") retry();
    },
    { signal },
  );
  void connect();

  return {
    send: (frame) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(z.encode(clientFrameSchema, frame)));
    },
    renew,
    close: () => {
      generation += 1;
      clearTimeout(timer);
      end.abort();
      socket?.close();
    },
  };
};
