import { type ApiCall, clientFrameSchema, routes, type ServerFrame, serverFrameSchema } from "@tribe/contract";
import * as z from "zod/mini";
import type { Line, LineEnds } from "./line.ts";
import { backoffMilliseconds } from "./resume.ts";

// Milliseconds, generous: a line may be slow, and the server may have all others to greet.
const pingEvery = 25_000;
/** How long a ping may be without an answer. */
const answerLimit = 45_000;
/** How long nothing may have come when a page is shown again, which may have been frozen and asked for nothing. */
const silenceLimit = 60_000;
/** How long a new connection may take until the server's greeting. */
const greetingLimit = 30_000;

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
  // By the device's clock.
  let lastFrameAt = 0;
  /** When the first ping was sent since the last frame. */
  let pingedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented with each connection, so that events of an old one are ignored. */
  let generation = 0;
  const end = new AbortController();
  const isUnanswered = (): boolean => pingedAt > lastFrameAt && Date.now() - pingedAt > answerLimit;

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
      const greeting = setTimeout(() => {
        if (mine === generation) leave();
      }, greetingLimit);
      const pulse = setInterval(() => {
        if (mine !== generation) clearInterval(pulse);
        else if (isReady && isUnanswered()) leave();
        else if (opened.readyState === WebSocket.OPEN) {
          if (pingedAt <= lastFrameAt) pingedAt = Date.now();
          opened.send(JSON.stringify({ type: "ping" }));
        }
      }, pingEvery);
      opened.addEventListener("message", ({ data }) => {
        if (mine !== generation) return;
        lastFrameAt = Date.now();
        const frame = parse(data);
        if (!frame) return;
        if (frame.type === "ready") {
          clearTimeout(greeting);
          isReady = true;
          failures = 0;
        }
        received(frame);
      });
      opened.addEventListener("close", ({ code }) => {
        clearTimeout(greeting);
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

  /**
   * Takes the connection for lost, without waiting for the browser: over a network that is gone it closes a connection late, and
   * frames that are sent now may arrive much later, when they were taken back already.
   */
  const leave = (): void => {
    const old = socket;
    generation += 1;
    lost();
    old?.close();
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
    if (!isReady || Date.now() - lastFrameAt > silenceLimit) renew();
  };
  const { signal } = end;
  addEventListener("online", retry, { signal });
  addEventListener("offline", leave, { signal });
  // Browsers slow down timers of a hidden page: when it becomes visible a wait ends, and a silence is noticed.
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
