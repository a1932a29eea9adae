import { broadcastChannelName, broadcastSources, type ClientFrame, type ServerFrame } from "@tribe/contract";
import { createTabHub, type Line, type LineEnds } from "./line.ts";

const lockName = "tribe:v1:socket";
/** How long a visible tab waits for the tab with the socket before it opens its own. Milliseconds. */
const answerWithin = 2_000;
/** The same after the socket was lost or moved: with less, two tabs on a busy machine would keep taking it from each other. */
const moveWithin = 10_000;

/** Messages from a tab to the leader: the one with the socket. */
type NoteToLeader =
  | { readonly kind: "frame"; readonly frame: ClientFrame }
  /** Asks whether there is a socket. */
  | { readonly kind: "hello" }
  | { readonly kind: "bye" };
/** Messages from the leader to all other tabs. */
type NoteFromLeader =
  | { readonly kind: "frame"; readonly frame: ServerFrame; readonly to?: string }
  /** There is a socket without a connection; `to` the tab that wanted to know. To all: it was lost, or moved to another tab. */
  | { readonly kind: "lost"; readonly isVisible: boolean; readonly to?: string };

type Note = { readonly person: string | null } & (
  | { readonly source: typeof broadcastSources.user; readonly tab: string; readonly note: NoteToLeader }
  | { readonly source: typeof broadcastSources.server; readonly note: NoteFromLeader }
);

/** Only pages of this origin can send here, but also those of an older build. */
const isNote = (data: unknown): data is Note =>
  typeof data === "object" && data !== null && "source" in data && "note" in data && "person" in data;

interface SharedLineParts extends LineEnds {
  /** Opens a socket of this tab's own. */
  readonly open: (ends: LineEnds) => Line;
  /** The tab's person: messages from another person's tab are ignored. */
  readonly person: () => string | null;
}

/** Whether this browser can share a line between tabs. */
export const canShare = (): boolean => "locks" in navigator && typeof BroadcastChannel === "function";

/**
 * One WebSocket for all tabs of a browser: the tab that has the lock opens it, sends the frames of the others (source `user`) and
 * forwards received frames to them (source `server`). When it is closed the next one takes over. Whenever the socket is lost or
 * moves, the others ask who has it: a visible tab without an answer (the browser has frozen the other one) steals the lock.
 */
export const openSharedLine = ({ open, person, received, lost }: SharedLineParts): Line => {
  const tab = crypto.randomUUID();
  const hub = createTabHub();
  const channel = new BroadcastChannel(broadcastChannelName);
  /** Set while this tab has the lock. */
  let socket: Line | null = null;
  let isLive = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new AbortController();

  const post = (note: Note): void => {
    if (!end.signal.aborted) channel.postMessage(note);
  };
  const postToLeader = (note: NoteToLeader): void =>
    post({ source: broadcastSources.user, person: person(), tab, note });
  const broadcast = (note: NoteFromLeader): void => post({ source: broadcastSources.server, person: person(), note });
  const isVisible = (): boolean => document.visibilityState === "visible";

  const broadcastLost = (to?: string): void =>
    broadcast({ kind: "lost", isVisible: isVisible(), ...(to === undefined ? {} : { to }) });

  const setLive = (live: boolean): void => {
    isLive = live;
    if (live) clearTimeout(timer);
  };
  const onFrame = (frame: ServerFrame): void => {
    if (frame.type === "ready") setLive(true);
    received(frame);
  };
  const onDisconnect = (): void => {
    setLive(false);
    lost();
  };

  const becomeLeader = (): Promise<void> => {
    clearTimeout(timer);
    if (isLive) onDisconnect();
    const gone = new Promise<void>((done) => end.signal.addEventListener("abort", () => done()));
    if (end.signal.aborted) return gone;
    // The others wait for this tab from now on, instead of the former one.
    broadcastLost();
    socket = open({
      received: (frame) => {
        broadcast({ kind: "frame", frame });
        onFrame(frame);
      },
      lost: () => {
        hub.clear();
        broadcastLost();
        onDisconnect();
      },
    });
    return gone;
  };

  /** Waits for the lock, until the tab with the socket is closed. Rejected when another tab steals it. */
  const waitToLead = (options: LockOptions = {}): void => {
    navigator.locks.request(lockName, options, becomeLeader).catch(({ name }: DOMException) => {
      if (end.signal.aborted) return;
      // Not stolen, but refused, as where a site may keep nothing: this tab has a socket of its own.
      if (name !== "AbortError") return void becomeLeader();
      socket?.close();
      socket = null;
      hub.clear();
      onDisconnect();
      waitToLead();
      findLeader(moveWithin);
    });
  };

  /** Takes over from a tab that does not answer, or that is hidden and disconnected, if this one is visible. */
  const stealAfter = (within: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isLive && !socket && isVisible()) waitToLead({ steal: true });
    }, within);
  };

  /** Asks the tab with the socket whether it is connected. */
  const findLeader = (within = answerWithin): void => {
    if (socket || end.signal.aborted) return;
    isLive = false;
    postToLeader({ kind: "hello" });
    stealAfter(within);
  };

  const sendAll = (frames: readonly ClientFrame[]): void => {
    for (const frame of frames) socket?.send(frame);
  };

  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isNote(data) || data.person !== person()) return;
    if (data.source === broadcastSources.user) {
      if (!socket) return;
      const { note } = data;
      if (note.kind === "bye") sendAll(hub.drop(data.tab));
      else if (!isLive) {
        // Frames that a tab sends before it knows of the loss are dropped: it sends all of them again to the next socket.
        if (note.kind === "hello") broadcastLost(data.tab);
      } else if (note.kind === "frame") sendAll(hub.framesFor(data.tab, note.frame));
      else broadcast({ kind: "frame", frame: { type: "ready" }, to: data.tab });
      return;
    }
    const { note } = data;
    if (socket || (note.to !== undefined && note.to !== tab)) return;
    if (note.kind === "frame") return onFrame(note.frame);
    onDisconnect();
    // The tab that has it now answers: it may be another one than the one that has lost it.
    if (note.to === undefined) findLeader(moveWithin);
    // A visible tab reopens it as quickly as this one could.
    else if (note.isVisible) clearTimeout(timer);
    else stealAfter(answerWithin);
  });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (isVisible()) findLeader();
    },
    { signal: end.signal },
  );
  /** The next tab may be a frozen one: the others must find out who has the socket. */
  const leave = (): void => (socket ? broadcastLost() : postToLeader({ kind: "bye" }));
  addEventListener("pagehide", leave, { signal: end.signal });
  // A page that returns from the back/forward cache was dropped by the tab with the socket.
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (persisted && !socket) {
        onDisconnect();
        findLeader();
      }
    },
    { signal: end.signal },
  );

  waitToLead();
  findLeader();
  return {
    send: (frame) => {
      if (socket) sendAll(hub.framesFor(tab, frame));
      else postToLeader({ kind: "frame", frame });
    },
    renew: () => {
      // The tab with the socket knows of it, too, and reopens it.
      if (socket) socket.renew();
      else {
        onDisconnect();
        findLeader();
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
