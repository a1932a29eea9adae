import { readdirSync, readFileSync } from "node:fs";
import { uidSchema } from "@tribe/contract";
import type { LiveLine } from "@tribe/contract/live";
import { pino } from "pino";
import * as z from "zod/mini";
import { createEmbeddedLiveMedia } from "../embedded.ts";
import type { LiveMedia, LiveMediaEvent, LiveRecord, NewPeer } from "../port.ts";
import type { SfuNetwork } from "../sfu/messages.ts";
import { createViewer, type Viewer, type ViewerListener } from "./viewer.ts";

/** A test person's id from a name. */
export const uidOf = (name: string): NewPeer["uid"] => z.parse(uidSchema, `person-${name.replaceAll(" ", "-")}`);

export const recordKey = "a key of the test";
export const silentLog = pino({ level: "silent" });

/** A live on the embedded unit, with clients without browsers. */
export interface MediaRoom {
  readonly media: LiveMedia;
  readonly liveId: string;
  readonly records: readonly LiveRecord[];
  /** Peers that lost their connection so far. */
  readonly lost: ReadonlySet<string>;
  /** Joins, and waits until media can arrive. @param place on the stage; null in the audience */
  join(peerId: string, place: number | null, listener?: ViewerListener): Promise<Viewer>;
  /** The same for another live. */
  joinLive(liveId: string, peerId: string, place: number | null, listener?: ViewerListener): Promise<Viewer>;
  /** Joins without answering the offers; they are kept. */
  joinSilently(peerId: string, place: number | null): void;
  readonly offers: ReadonlyMap<string, string>;
  /** The last reported download level of each peer. */
  readonly lines: ReadonlyMap<string, LiveLine>;
  /** The last reported upload level of each peer. */
  readonly uplinks: ReadonlyMap<string, LiveLine>;
  /** Removes the peer, and closes its connections. */
  leave(peerId: string): void;
  /** How often the unit crashed. */
  downs(): number;
  /** The unit's process id. */
  pid(): number;
  stop(): Promise<void>;
}

const timeoutMs = 60_000;

export const openMediaRoom = (
  network: SfuNetwork,
  options: {
    /** Hides the viewers' addresses from the unit: it only learns them from their packets. */
    readonly hidesAddresses?: boolean;
    /** Changes a viewer's answer before the unit gets it. */
    readonly changesAnswer?: (peerId: string, answer: string) => string;
    /** What the unit may use besides its people's share, bytes. */
    readonly memory?: number;
  } = {},
): MediaRoom => {
  const liveId = crypto.randomUUID();
  const media = createEmbeddedLiveMedia({
    network,
    recordKey,
    log: silentLog,
    ...(options.memory === undefined ? {} : { memory: options.memory }),
  });
  const viewers = new Map<string, Viewer>();
  const records: LiveRecord[] = [];
  const lost = new Set<string>();
  const left = new Set<string>();
  const offers = new Map<string, string>();
  const lines = new Map<string, LiveLine>();
  const uplinks = new Map<string, LiveLine>();
  let downs = 0;
  const hear = (event: LiveMediaEvent): void => {
    switch (event.kind) {
      case "offer": {
        const { peerId, part, sdp } = event;
        offers.set(`${peerId} ${part}`, sdp);
        viewers.get(peerId)?.answer(part, sdp, (own) => {
          const answer = options.hidesAddresses ? own.replace(/^a=candidate:.*\r\n/gm, "") : own;
          media.answer(peerId, part, options.changesAnswer?.(peerId, answer) ?? answer);
        });
        return;
      }
      case "answered":
        viewers.get(event.peerId)?.answered(event.part);
        return;
      case "line":
        lines.set(event.peerId, event.line);
        return;
      case "uplink":
        uplinks.set(event.peerId, event.line);
        return;
      case "lost":
        // A connection's end may be reported before the message that the peer leaves.
        if (!left.has(event.peerId)) lost.add(event.peerId);
        return;
      case "record":
        records.push(event.record);
        return;
      case "connect":
        return;
      case "down":
        downs += 1;
        return;
    }
  };
  media.listen(hear);
  media.open(liveId, 0);
  const leave = (peerId: string): void => {
    left.add(peerId);
    media.leave(peerId);
    viewers.get(peerId)?.close();
    viewers.delete(peerId);
  };
  const joinLive: MediaRoom["joinLive"] = async (liveId, peerId, place, listener) => {
    const viewer = createViewer(peerId, listener);
    viewers.set(peerId, viewer);
    media.join({ liveId, peerId, uid: uidOf(peerId), place });
    const state = () => `${lost.has(peerId) ? "lost" : "in"}, the unit broke off ${downs} times, ${viewer.states()}`;
    await within(viewer.isReceiving, () => `${peerId} was not reached: ${state()}`);
    if (place !== null) await within(viewer.isSending, () => `${peerId} can't send: ${state()}`);
    return viewer;
  };
  return {
    media,
    liveId,
    records,
    lost,
    offers,
    lines,
    uplinks,
    join: (peerId, place, listener) => joinLive(liveId, peerId, place, listener),
    joinLive,
    joinSilently: (peerId, place) => media.join({ liveId, peerId, uid: uidOf(peerId), place }),
    leave,
    pid: mediaProcess,
    downs: () => downs,
    stop: async () => {
      for (const viewer of viewers.values()) viewer.close();
      await media.stop();
    },
  };
};

const within = async (work: Promise<void>, message: () => string): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message())), timeoutMs);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** The forwarding unit's process id, a child of this process. */
const mediaProcess = (): number => {
  for (const entry of readdirSync("/proc")) {
    try {
      const isOurs = readFileSync(`/proc/${entry}/stat`, "utf8").split(") ")[1]?.split(" ")[1] === String(process.pid);
      if (isOurs && readFileSync(`/proc/${entry}/cmdline`, "utf8").includes("live/sfu/main")) return Number(entry);
    } catch {
      // Not a process, or one that has ended.
    }
  }
  throw new Error("no process carries the media");
};

/** A process's open handles, and its memory in bytes. */
export const weightOf = (pid: number): { readonly handles: number; readonly memory: number } => ({
  handles: readdirSync(`/proc/${pid}/fd`).length,
  memory: Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1_024,
});

/** Processor time of a process so far, s; the kernel counts hundredths. */
export const processorTime = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
