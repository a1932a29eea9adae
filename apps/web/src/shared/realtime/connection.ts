import {
  type ApiCall,
  clientFrameSchema,
  type Mint,
  routes,
  type Seq,
  type ServerFrame,
  serverFrameSchema,
} from "@tribe/contract";
import * as z from "zod/mini";
import type { Access } from "../api/access.ts";
import { appPart } from "../state/app-part.ts";
import { createStore, type Store } from "../state/store.ts";
import {
  backoffMilliseconds,
  type ChatFollower,
  initialResume,
  type ResumeEvent,
  resume,
  type SendFrame,
} from "./resume.ts";

export type FrameOf<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;

/** `live`: frames arrive; `connecting`: not yet or not now. */
export const realtimeStatus = createStore<"connecting" | "live">("connecting");

/** The one WebSocket of the page (design section 8). */
export interface Realtime {
  /** Opens the connection and keeps it open; again after each sign-in and sign-out, as another person. */
  readonly start: (realtimeUrl: string) => void;
  /** Hears every frame that is news. Answers how to stop. */
  readonly listen: (listener: (frame: ServerFrame) => void) => () => void;
  /** Follows a chat's messages after a sequence number; null: only what comes from now on. */
  readonly openChat: (mint: Mint, afterSeq: Seq | null, by: ChatFollower) => void;
  readonly closeChat: (mint: Mint, by: ChatFollower) => void;
  /** Follows a token's trades, or with null the home listing's. Answers how to stop. */
  readonly watch: (mint: Mint | null) => () => void;
  readonly send: (send: SendFrame) => void;
  readonly dropSend: (clientId: string) => void;
  /** The person has read up to the message of this number; said until the server knows. */
  readonly read: (mint: Mint, number: number) => void;
  /** The person writes. For the caller to say seldom. */
  readonly typing: (mint: Mint) => void;
}

export interface RealtimeParts {
  readonly api: ApiCall;
  readonly access: Pick<Store<Access>, "get" | "subscribe">;
}

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

/** Makes the connection; it is opened by `start`. */
export const createRealtime = ({ api, access }: RealtimeParts): Realtime => {
  const listeners = new Set<(frame: ServerFrame) => void>();
  let state = initialResume;
  let socket: WebSocket | null = null;
  let url: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows with each connection, so that what an old one still says is ignored. */
  let generation = 0;

  const dispatch = (event: ResumeEvent): void => {
    const step = resume(state, event);
    state = step.state;
    for (const frame of step.send)
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(z.encode(clientFrameSchema, frame)));
    if (step.deliver && event.type === "received") for (const listener of listeners) listener(event.frame);
  };

  const connect = async (): Promise<void> => {
    clearTimeout(timer);
    generation += 1;
    const mine = generation;
    const base = url;
    if (!base) return;
    try {
      const { token } = await api(routes.system.realtimeToken, {});
      if (mine !== generation) return;
      const target = new URL(base);
      target.searchParams.set("token", token);
      const opened = new WebSocket(target);
      socket = opened;
      let heard = Date.now();
      const pulse = setInterval(() => {
        if (Date.now() - heard > silenceLimit) opened.close();
        else if (opened.readyState === WebSocket.OPEN) opened.send(JSON.stringify({ type: "ping" }));
      }, pingEvery);
      opened.addEventListener("message", ({ data }) => {
        if (mine !== generation) return;
        heard = Date.now();
        const frame = parse(data);
        if (!frame) return;
        if (frame.type === "ready") realtimeStatus.set("live");
        dispatch({ type: "received", frame });
      });
      opened.addEventListener("close", () => {
        clearInterval(pulse);
        if (mine === generation) lost();
      });
    } catch {
      // Any failure to get a token or a socket means the same: try again later.
      if (mine === generation) lost();
    }
  };

  const lost = (): void => {
    socket = null;
    realtimeStatus.set("connecting");
    dispatch({ type: "lost" });
    clearTimeout(timer);
    timer = setTimeout(connect, backoffMilliseconds(state.failures, Math.random()));
  };

  const reconnectNow = (): void => {
    const old = socket;
    socket = null;
    state = { ...state, isReady: false };
    realtimeStatus.set("connecting");
    void connect();
    old?.close();
  };

  return {
    start: (realtimeUrl) => {
      if (url) return;
      url = realtimeUrl;
      void connect();
      let identity = access.get().session?.sessionId;
      access.subscribe(() => {
        const next = access.get().session?.sessionId;
        if (next === identity) return;
        identity = next;
        dispatch({ type: "personChanged" });
        reconnectNow();
      });
      const retry = (): void => {
        if (!state.isReady) reconnectNow();
      };
      addEventListener("online", retry);
      // What is put on the wire now may arrive much later, when it was taken back already.
      addEventListener("offline", () => {
        const old = socket;
        generation += 1;
        lost();
        old?.close();
      });
      // Browsers slow the timers of a hidden page down: the wait ends when somebody looks.
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") retry();
      });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openChat: (mint, afterSeq, by) => dispatch({ type: "chatOpened", mint, afterSeq, by }),
    closeChat: (mint, by) => dispatch({ type: "chatClosed", mint, by }),
    watch: (mint) => {
      dispatch({ type: "watched", mint });
      return () => dispatch({ type: "unwatched", mint });
    },
    send: (send) => dispatch({ type: "sendAsked", send }),
    dropSend: (clientId) => dispatch({ type: "sendDropped", clientId }),
    read: (mint, number) => dispatch({ type: "readAsked", mint, number }),
    typing: (mint) => dispatch({ type: "typingAsked", mint }),
  };
};

const part = appPart<Realtime>("the realtime connection");

export const provideRealtime = part.provide;

/** The page's one connection. */
export const realtime = part.get;
