import { randomUUID } from "node:crypto";
import type { Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { createOutageLog } from "../../context/outage-log.ts";
import { removeOnline, renewOnline, storeOnline } from "./store/online.ts";

/** How long changes are collected, so that a crowd that reconnects is one statement. */
const batchWindowMs = 500;
/** A page that reloads does not count as offline. */
const graceMs = 5_000;
const beatMs = 30_000;

/** The people who are online through this process's connections. */
export interface Presence {
  /** A socket of this person opened. */
  opened(uid: Uid): void;
  /** The last socket of this person here has closed. */
  closed(uid: Uid): void;
  stop(): Promise<void>;
}

/** Keeps the table of who is online in step with this process's sockets, and publishes who came and went. */
export const startPresence = (ctx: Pick<AppContext, "db" | "log">): Presence => {
  const node = randomUUID();
  const here = new Set<Uid>();
  const came = new Set<Uid>();
  const leaving = new Map<Uid, NodeJS.Timeout>();
  const went = new Set<Uid>();
  const unwritten = createOutageLog("who is online could not be written down");
  const unkept = createOutageLog("who is online could not be kept");
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const flush = (): void => {
    timer = undefined;
    const [arrived, left] = [[...came], [...went]];
    came.clear();
    went.clear();
    running = running
      .then(() => ctx.db.transaction((tx) => storeOnline(tx, node, arrived, left)))
      .then(unwritten.recovered, (error: unknown) => unwritten.report(ctx.log, error));
  };
  const gather = (): void => {
    timer ??= setTimeout(flush, batchWindowMs);
  };
  const beat = setInterval(() => {
    running = running
      .then(() => ctx.db.transaction((tx) => renewOnline(tx, node)))
      .then(unkept.recovered, (error: unknown) => unkept.report(ctx.log, error));
  }, beatMs);
  beat.unref();
  return {
    opened: (uid) => {
      clearTimeout(leaving.get(uid));
      leaving.delete(uid);
      if (here.has(uid)) return;
      here.add(uid);
      // Came back within the same interval: was never offline.
      if (!went.delete(uid)) came.add(uid);
      gather();
    },
    closed: (uid) => {
      clearTimeout(leaving.get(uid));
      const leave = setTimeout(() => {
        leaving.delete(uid);
        here.delete(uid);
        if (!came.delete(uid)) went.add(uid);
        gather();
      }, graceMs);
      leave.unref();
      leaving.set(uid, leave);
    },
    stop: async () => {
      clearTimeout(timer);
      clearInterval(beat);
      for (const leave of leaving.values()) clearTimeout(leave);
      await running;
      // Nothing is published: people reconnect to another node within a moment, or their rows expire after a minute and a half.
      await removeOnline(ctx.db, node);
    },
  };
};
