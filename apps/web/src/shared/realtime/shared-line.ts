import { broadcastChannelName, broadcastSources, type ClientFrame, type ServerFrame } from "@tribe/contract";
import { createTabHub, type Line, type LineEnds } from "./line.ts";

const lockName = "tribe:v1:socket";
/** A tab that is looked at waits so long for the tab with the socket before it opens one of its own. Milliseconds. */
const answerWithin = 2_000;
/** And so long after the socket was lost or moved: two tabs of a busy machine would take it from each other in turn. */
const moveWithin = 10_000;

/** From a tab to the one with the socket. */
type FromTab =
  | { readonly kind: "frame"; readonly frame: ClientFrame }
  /** Is there a socket? */
  | { readonly kind: "hello" }
  | { readonly kind: "bye" };
/** From the tab with the socket to all others. */
type FromServer =
  | { readonly kind: "frame"; readonly frame: ServerFrame; readonly to?: string }
  /** There is a socket, but nothing comes; `to` a tab that has asked. To all: it was lost, or is another tab's now. */
  | { readonly kind: "lost"; readonly isVisible: boolean; readonly to?: string };

type Note = { readonly person: string | null } & (
  | { readonly source: typeof broadcastSources.user; readonly tab: string; readonly note: FromTab }
  | { readonly source: typeof broadcastSources.server; readonly note: FromServer }
);

/** Only pages of this origin speak here, but those of an older build, too. */
const isNote = (data: unknown): data is Note =>
  typeof data === "object" && data !== null && "source" in data && "note" in data && "person" in data;

interface SharedLineParts extends LineEnds {
  /** A socket of this tab's own. */
  readonly open: (ends: LineEnds) => Line;
  /** Whose page it is: what another person's tab says is not heard. */
  readonly person: () => string | null;
}

/** Whether this browser can share a line between tabs. */
export const canShare = (): boolean => "locks" in navigator && typeof BroadcastChannel === "function";

/**
 * One WebSocket for all tabs of a browser: the tab that has the lock opens it, puts on it what the others send (source
 * `user`) and tells them what comes (source `server`). When it is closed the next one takes its place. Whenever the socket
 * is lost or moves, the others ask who has it: a tab that is looked at and gets no answer (the browser has frozen its
 * neighbour) takes the lock away.
 */
export const openSharedLine = ({ open, person, received, lost }: SharedLineParts): Line => {
  const tab = crypto.randomUUID();
  const hub = createTabHub();
  const channel = new BroadcastChannel(broadcastChannelName);
  /** This tab has the lock. */
  let socket: Line | null = null;
  let isLive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new AbortController();

  const post = (note: Note): void => {
    if (!end.signal.aborted) channel.postMessage(note);
  };
  const tell = (note: FromTab): void => post({ source: broadcastSources.user, person: person(), tab, note });
  const answer = (note: FromServer): void => post({ source: broadcastSources.server, person: person(), note });
  const isVisible = (): boolean => document.visibilityState === "visible";

  const tellLost = (to?: string): void =>
    answer({ kind: "lost", isVisible: isVisible(), ...(to === undefined ? {} : { to }) });

  const setLive = (live: boolean): void => {
    isLive = live;
    if (live) clearTimeout(timer);
  };
  const hear = (frame: ServerFrame): void => {
    if (frame.type === "ready") setLive(true);
    received(frame);
  };
  const lose = (): void => {
    setLive(false);
    lost();
  };

  const lead = (): Promise<void> => {
    clearTimeout(timer);
    if (isLive) lose();
    const gone = new Promise<void>((done) => end.signal.addEventListener("abort", () => done()));
    if (end.signal.aborted) return gone;
    // The others wait for this tab from here on, in place of the one that had it.
    tellLost();
    socket = open({
      received: (frame) => {
        answer({ kind: "frame", frame });
        hear(frame);
      },
      lost: () => {
        hub.clear();
        tellLost();
        lose();
      },
    });
    return gone;
  };

  /** Its turn comes when the tab with the socket is closed. Rejected when another tab takes the lock away. */
  const queue = (options: LockOptions = {}): void => {
    navigator.locks.request(lockName, options, lead).catch(() => {
      if (end.signal.aborted) return;
      socket?.close();
      socket = null;
      hub.clear();
      lose();
      queue();
      ask(moveWithin);
    });
  };

  /** Takes the place of a tab that stays silent, or that nobody looks at and has no connection, while this one is looked at. */
  const giveTime = (within: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isLive && !socket && isVisible()) queue({ steal: true });
    }, within);
  };

  /** Asks the tab with the socket whether it is live. */
  const ask = (within = answerWithin): void => {
    if (socket || end.signal.aborted) return;
    isLive = false;
    tell({ kind: "hello" });
    giveTime(within);
  };

  const put = (frames: readonly ClientFrame[]): void => {
    for (const frame of frames) socket?.send(frame);
  };

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isNote(data) || data.person !== person()) return;
    if (data.source === broadcastSources.user) {
      if (!socket) return;
      const { note } = data;
      if (note.kind === "bye") put(hub.drop(data.tab));
      else if (!isLive) {
        // What a tab says before it has heard of the loss goes nowhere: it says all of it anew to the next socket.
        if (note.kind === "hello") tellLost(data.tab);
      } else if (note.kind === "frame") put(hub.take(data.tab, note.frame));
      else answer({ kind: "frame", frame: { type: "ready" }, to: data.tab });
      return;
    }
    const { note } = data;
    if (socket || (note.to !== undefined && note.to !== tab)) return;
    if (note.kind === "frame") return hear(note.frame);
    lose();
    // Whoever has it now answers: it may be another tab than the one that has lost it.
    if (note.to === undefined) ask(moveWithin);
    // A tab that is looked at opens it again as quickly as this one could.
    else if (note.isVisible) clearTimeout(timer);
    else giveTime(answerWithin);
  });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (isVisible()) ask();
    },
    { signal: end.signal },
  );
  /** The next tab may be a frozen one: the others are to look for who has the socket. */
  const leave = (): void => (socket ? tellLost() : tell({ kind: "bye" }));
  addEventListener("pagehide", leave, { signal: end.signal });
  // A page that comes back from the browser's cache of pages was forgotten by its neighbour.
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted && !socket) {
        lose();
        ask();
      }
    },
    { signal: end.signal },
  );

  queue();
  ask();
  return {
    send: (frame) => {
      if (socket) put(hub.take(tab, frame));
      else tell({ kind: "frame", frame });
    },
    renew: () => {
      // The neighbour has heard of it, too, and opens its socket anew.
      if (socket) socket.renew();
      else {
        lose();
        ask();
      }
    },
    close: () => {
      leave();
      end.abort();
      clearTimeout(timer);
      socket?.close();
      channel.close();
    },
  };
};
