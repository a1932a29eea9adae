import { setImmediate as nextTick } from "node:timers/promises";
import type { Mint, Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { readTogether } from "../../db/read-together.ts";
import { backlogOf, type LogEntry } from "../chat/index.ts";
import { type SharedFrames, sharedFrames } from "./connection.ts";

/** A reader's position in a chat's log, and the part of it to read. */
export interface BacklogPlace {
  readonly mint: Mint;
  readonly after: number;
  readonly upTo: number;
  readonly viewer: Uid;
}

/** A part of a log as one reader gets it: frames that are shared with others, from one of them on. */
export interface Backlog {
  readonly frames: SharedFrames;
  readonly from: number;
}

/** How many parts of logs, each a page long, one read takes: with more, everybody else would wait for it. */
const partsAtOnce = 20;

/** What readers of the same part of a log share. */
interface Part {
  readonly mint: Mint;
  readonly upTo: number;
  after: number;
  readonly viewers: Uid[];
}

const keyOf = ({ mint, upTo }: Pick<BacklogPlace, "mint" | "upTo">): string => `${mint} ${upTo}`;

/**
 * Reads the logs that many people have missed: those who ask for the same chat at the same moment share one read, serialised and
 * framed once. Nothing is cached.
 */
export const createBacklogs = ({ db }: Pick<AppContext, "db">) =>
  readTogether(async (places: readonly BacklogPlace[]): Promise<Backlog[]> => {
    const parts = new Map<string, Part>();
    for (const { mint, after, upTo, viewer } of places) {
      const key = keyOf({ mint, upTo });
      const part = parts.get(key) ?? { mint, upTo, after, viewers: [] };
      part.after = Math.min(part.after, after);
      part.viewers.push(viewer);
      parts.set(key, part);
    }
    const all = [...parts.values()];
    const logs = new Map<string, { readonly entries: readonly LogEntry[]; readonly frames: SharedFrames }>();
    for (let first = 0; first < all.length; first += partsAtOnce) {
      const some = all.slice(first, first + partsAtOnce);
      const read = await backlogOf(db, some);
      for (const [index, part] of some.entries()) {
        const entries = read[index] ?? [];
        logs.set(keyOf(part), { entries, frames: sharedFrames(entries.map(({ frame }) => frame)) });
      }
      await nextTick();
    }
    return places.map((place) => backlogFor(place, logs.get(keyOf(place)) ?? nothing));
  });

const nothing = { entries: [], frames: sharedFrames([]) };

const backlogFor = (
  { after, viewer }: BacklogPlace,
  { entries, frames }: { readonly entries: readonly LogEntry[]; readonly frames: SharedFrames },
): Backlog => {
  const first = entries.findIndex(({ seq }) => seq > after);
  const from = first < 0 ? entries.length : first;
  const missed = entries.slice(from);
  if (!missed.some(({ own }) => own.has(viewer))) return { frames, from };
  return { frames: sharedFrames(missed.map(({ frame, own }) => own.get(viewer) ?? frame)), from: 0 };
};
