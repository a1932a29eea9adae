import type { ChildProcess } from "node:child_process";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Logger } from "pino";
import {
  type LiveId,
  type LiveMedia,
  type LiveMediaEvent,
  type LiveMediaFigures,
  type LiveRecord,
  recordText,
} from "./port.ts";
import type { FromSfu, SfuNetwork, ToSfu } from "./sfu/messages.ts";
import { startSfu } from "./sfu/start.ts";

/** The unit's process is stopped when nobody was live for this long. */
const idleMs = 30_000;
/** It reports every second. After this long without a report it is stuck. */
const silentMs = 15_000;
/**
 * Until its first report: on a busy machine a process starts slowly, and killing it early would prevent that it ever starts.
 */
const startMs = 60_000;
/**
 * What the unit may use besides its people's share, bytes: by itself it uses 100 to 150 MB. Above the limit it ends itself.
 */
const unitMemory = 512e6;
/** Longest time for a graceful end. */
const endMs = 3_000;

/**
 * Our own forwarding unit in a process of its own. It is started with the first live and stopped after the last: while nobody
 * is live it costs nothing.
 */
export const createEmbeddedLiveMedia = ({
  network: { bindAddress, publicAddress, ports },
  recordKey,
  log,
  memory = unitMemory,
}: {
  readonly network: SfuNetwork;
  /** Signs records, so that stored ones can be verified at any time. */
  readonly recordKey: string;
  readonly log: Logger;
  readonly memory?: number;
}): LiveMedia => {
  const listeners = new Set<(event: LiveMediaEvent) => void>();
  const lives = new Set<LiveId>();
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let silent: NodeJS.Timeout | undefined;
  let figures: LiveMediaFigures | null = null;

  const tell = (event: LiveMediaEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const isOurs = (record: LiveRecord): boolean => {
    const mac = createHmac("sha256", recordKey).update(recordText(record)).digest();
    const given = Buffer.from(record.mac, "base64url");
    return given.length === mac.length && timingSafeEqual(given, mac);
  };
  const hear = (message: FromSfu): void => {
    watch();
    if (message.kind === "figures") figures = message.figures;
    else if (message.kind === "record" && !isOurs(message.record)) log.error("a live's record has a wrong signature");
    else tell(message);
  };
  /** Kills a unit that stops reporting: its exit handler does the rest. */
  const watch = (timeout = silentMs): void => {
    clearTimeout(silent);
    const watched = child;
    const own = setTimeout(() => {
      // If this process itself was blocked, the unit's reports of that time are only read after the timers.
      setImmediate(() => silent === own && child === watched && watched?.kill("SIGKILL"));
    }, timeout);
    own.unref();
    silent = own;
  };
  const start = (): ChildProcess => {
    // The server handles Ctrl-C in the terminal; the closed channel ends the unit when the server is gone.
    const started = startSfu({ detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    let complaints = "";
    started.stderr?.setEncoding("utf8").on("data", (text: string) => {
      complaints = (complaints + text).slice(-2_000);
    });
    started.stderr?.on("error", () => undefined);
    started.on("error", (err) => log.error({ err }, "the live media could not be started"));
    started.on("message", (message: FromSfu) => child === started && hear(message));
    ended = new Promise((resolve) => {
      started.once("exit", (code, signal) => {
        resolve();
        if (child !== started) return;
        child = null;
        figures = null;
        lives.clear();
        log.error({ code, signal, complaints }, "the live media broke off; whoever is live joins anew");
        tell({ kind: "down" });
      });
    });
    child = started;
    watch(startMs);
    send({ kind: "start", network: { bindAddress, publicAddress, ports }, recordKey, memory });
    return started;
  };
  const send = (message: ToSfu): void => {
    // Its `exit` reports `down`, also for messages that are lost while it ends.
    if (child?.connected) child.send(message, () => undefined);
  };
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    clearTimeout(silent);
    const ending = child;
    child = null;
    figures = null;
    if (!ending) return;
    if (ending.connected) ending.disconnect();
    const late = setTimeout(() => ending.kill("SIGKILL"), endMs);
    await ended;
    clearTimeout(late);
  };

  return {
    open: (liveId, after) => {
      clearTimeout(idle);
      if (!child) start();
      lives.add(liveId);
      send({ kind: "open", liveId, after });
    },
    close: (liveId) => {
      lives.delete(liveId);
      send({ kind: "close", liveId });
      if (lives.size > 0) return;
      clearTimeout(idle);
      idle = setTimeout(() => void end(), idleMs);
      idle.unref();
    },
    join: (peer) => send({ kind: "join", peer }),
    leave: (peerId) => send({ kind: "leave", peerId }),
    answer: (peerId, part, sdp) => send({ kind: "answer", peerId, part, sdp }),
    setPlace: (peerId, place) => send({ kind: "place", peerId, place }),
    allow: (peerId, streams) => send({ kind: "allow", peerId, streams }),
    setLarge: (peerId, place) => send({ kind: "large", peerId, place }),
    setSoundOnly: (peerId, isOn) => send({ kind: "soundOnly", peerId, isOn }),
    takeWebhook: async () => false, // the unit sends no webhooks
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    figures: () => figures,
    stop: end,
  };
};
