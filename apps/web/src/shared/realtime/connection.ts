import type { ApiCall, ClientFrame, Mint, Seq, ServerFrame } from "@tribe/contract";
import type { Access } from "../api/access.ts";
import { appPart } from "../state/app-part.ts";
import { createStore, type Store } from "../state/store.ts";
import type { Line, LineEnds } from "./line.ts";
import { type ChatFollower, initialResume, type ResumeEvent, resume, type SendFrame } from "./resume.ts";
import { canShare, openSharedLine } from "./shared-line.ts";
import { type OpenWebSocket, openSocket } from "./socket.ts";

export type FrameOf<Type extends ServerFrame["type"]> = Extract<ServerFrame, { type: Type }>;

/** `live`: frames arrive; `connecting`: not yet or not now. */
export const realtimeStatus = createStore<"connecting" | "live">("connecting");

/** The page's realtime connection: one WebSocket for all tabs of a browser. */
export interface Realtime {
  /** Opens the connection and keeps it open; reopens it after each sign-in and sign-out, as another person. */
  readonly start: (realtimeUrl: string) => void;
  /** Calls the listener with every new frame. Returns a function that stops it. */
  readonly listen: (listener: (frame: ServerFrame) => void) => () => void;
  /** Follows a chat's messages after a sequence number; null: only new ones. */
  readonly openChat: (mint: Mint, afterSeq: Seq | null, by: ChatFollower) => void;
  readonly closeChat: (mint: Mint, by: ChatFollower) => void;
  /** Follows a token's trades, or with null the home listing's. Returns a function that stops it. */
  readonly watch: (mint: Mint | null) => () => void;
  /** Sends a message; dropped without a connection. */
  readonly send: (send: SendFrame) => void;
  /** The person has read up to this message number; repeated until the server confirms. */
  readonly read: (mint: Mint, number: number) => void;
  /** The person is typing. The caller limits how often. */
  readonly typing: (mint: Mint) => void;
  /** The routes that the person is looking at in this tab: the server sends no notifications about them. */
  readonly show: (routes: readonly string[]) => void;
  /** Sends an action in a live; dropped without a connection. */
  readonly live: (frame: Extract<ClientFrame, { readonly type: "live" }>) => void;
}

export interface RealtimeParts {
  readonly api: ApiCall;
  readonly access: Pick<Store<Access>, "get" | "subscribe">;
  /** The browser's own by default. */
  readonly openWebSocket?: OpenWebSocket;
}

/** Creates the connection; `start` opens it. */
export const createRealtime = ({ api, access, openWebSocket }: RealtimeParts): Realtime => {
  const listeners = new Set<(frame: ServerFrame) => void>();
  let state = initialResume;
  let line: Line | null = null;

  const dispatch = (event: ResumeEvent): void => {
    const step = resume(state, event);
    state = step.state;
    for (const frame of step.send) line?.send(frame);
    if (step.deliver && event.type === "received") for (const listener of listeners) listener(event.frame);
  };
  const ends: LineEnds = {
    received: (frame) => {
      if (frame.type === "ready") realtimeStatus.set("live");
      dispatch({ type: "received", frame });
    },
    lost: () => {
      realtimeStatus.set("connecting");
      dispatch({ type: "lost" });
    },
  };

  return {
    start: (realtimeUrl) => {
      if (line) return;
      const personOf = (): string | null => access.get().session?.sessionId ?? null;
      const open = (of: LineEnds): Line => openSocket(api, realtimeUrl, of, openWebSocket);
      line = canShare() ? openSharedLine({ ...ends, open, person: personOf }) : open(ends);
      let person = personOf();
      access.subscribe(() => {
        const next = personOf();
        if (next === person) return;
        person = next;
        dispatch({ type: "personChanged" });
        line?.renew();
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
    send: (send) => dispatch({ type: "sendRequested", send }),
    read: (mint, number) => dispatch({ type: "readRequested", mint, number }),
    typing: (mint) => dispatch({ type: "typingRequested", mint }),
    show: (routes) => dispatch({ type: "pagesShown", routes }),
    live: (frame) => dispatch({ type: "liveRequested", frame }),
  };
};

const part = appPart<Realtime>("the realtime connection");

export const provideRealtime = part.provide;

/** The page's one connection. */
export const realtime = part.get;
